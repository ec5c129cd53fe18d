import { type GasTrial, runGasTrials } from './fixtures/gasTrials.ts'
import { createRandom } from './sizing/fixtures/random.ts'

const random = createRandom(3)

/** Compares the gas of liquidations of several assets on the devnet's contracts with the computed gas. */
async function run() {
  const trials = await runGasTrials({ positions: 14, random })
  const protocols = [...new Set(trials.map(({ lender }) => lender))]
  return protocols.flatMap((lender) => {
    const own = trials.filter((trial) => trial.lender === lender)
    const errors = own.map(({ used, counted }) => (100 * Math.abs(used - counted)) / used).sort((a, b) => a - b)
    return [
      ...toTable(own).map(([assets, used]) => ({ name: `${lender}: ${assets}, median`, value: used, unit: 'gas' })),
      {
        name: `${lender}: counted to used, p95 of ${own.length} off by`,
        value: errors[Math.floor(0.95 * errors.length)] ?? 100,
        unit: '%',
        bar: { atMost: 3 },
      },
    ]
  })
}

function toTable(trials: readonly GasTrial[]): readonly (readonly [string, number])[] {
  const cells = new Map<string, number[]>()
  for (const { collateral, debt, used } of trials) {
    const key = `${collateral} collateral, ${debt} debt`
    cells.set(key, [...(cells.get(key) ?? []), used])
  }
  return [...cells].sort().map(([key, used]) => [key, used.sort((a, b) => a - b)[Math.floor(used.length / 2)] ?? 0])
}

export const suite = { name: 'liquidation gas', run }
