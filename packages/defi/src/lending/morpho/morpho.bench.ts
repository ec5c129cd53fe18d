import { startDevnet } from '@outrigger/devnet'
import { createRandom } from '../../liquidation/sizing/fixtures/random.ts'
import { playLiquidations } from './fixtures/liquidations.ts'

const wanted = 2_000

async function run() {
  await using devnet = await startDevnet({ blockTimeMs: 0, silent: true })
  const { differences, liquidated, reverted, withBadDebt } = await playLiquidations(devnet, wanted, createRandom(2))
  const row = (name: string, value: number) => ({ name, value, unit: '' })
  return [
    {
      ...row('random positions and prices liquidated by transaction', liquidated + reverted),
      bar: { atLeast: wanted },
    },
    row('liquidated', liquidated),
    row('of these with bad debt', withBadDebt),
    row('refused, by Morpho and by the computation', reverted),
    { ...row('numbers that differ by a unit or more', differences.length), bar: { atMost: 0 } },
  ]
}

/** Compares the arithmetic with the Morpho contract. */
export const suite = { name: 'morpho', run }
