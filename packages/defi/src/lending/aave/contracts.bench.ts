import { quantile } from '@outrigger/core/internal'
import { startAaveV36, startDevnet } from '@outrigger/devnet'
import { aaveContractCases, prepare } from './fixtures/aaveContracts.ts'
import { runContractCase } from './fixtures/contractCases.ts'

const sizes = { positions: 700, priceMoves: 3, liquidationsPerMove: 120 }

/** Compares thousands of random positions, prices and liquidations with the Aave contracts. */
export const suite = { name: 'aave contracts', run }

async function run() {
  const rows = []
  for (const [name, wanted] of Object.entries(aaveContractCases)) {
    await using devnet = await (name === 'Aave v3.6'
      ? startAaveV36({ silent: true })
      : startDevnet({ blockTimeMs: 0, silent: true }))
    const { client } = devnet.chains.ethereum
    await prepare(client, wanted.market)
    const { differences, gasUsed, ...counts } = await runContractCase({ ...wanted, ...sizes, client })
    for (const difference of differences.slice(0, 10)) process.stderr.write(`${name} ${difference}\n`)
    const gas = gasUsed.map(Number).sort((a, b) => a - b)
    rows.push(
      { name: `${name}: different results`, value: differences.length, unit: '', bar: { atMost: 0 } },
      { name: `${name}: health factors`, value: counts.healths, unit: '', bar: { atLeast: 2_000 } },
      { name: `${name}: executed liquidations`, value: counts.liquidations, unit: '' },
      { name: `${name}: rightly refused`, value: counts.refusals, unit: '' },
      { name: `${name}: gas of a liquidation, median`, value: quantile(gas, 0.5) ?? 0, unit: 'gas' },
    )
  }
  return rows
}
