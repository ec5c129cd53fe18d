import { decodeFunctionData } from 'viem'
import { expect, test } from 'vitest'
import { createRandom } from '../../random.ts'
import type { TrafficAccount } from '../account.ts'
import type { TrafficWorld } from '../worldTypes.ts'
import { feedAbi, priceMove } from './priceMove.ts'

test('a change by hand replaces the fall of the traffic', async () => {
  const plan = priceMove.plan({ accounts: 1 })
  const random = createRandom(1)
  const moves = Array.from({ length: 1_000 }, () => plan(random)).filter(({ name }) => name === 'ETH / USD')
  const account = {} as TrafficAccount
  const toPrices = (etherChange: number) =>
    Promise.all(
      moves.map(async (move) => {
        const built = await priceMove.build(move, account, { keeper: account, etherChange } as TrafficWorld)
        const { args } = decodeFunctionData({ abi: feedAbi, data: built?.drafts[0]?.data ?? '0x' })
        return Number(args[0]) / 1e8
      }),
    )
  expect(Math.min(...(await toPrices(0)))).toBeLessThan(2_880)
  // The random walk around the price stays within 4 %.
  for (const price of await toPrices(-0.1)) expect(Math.abs(price / 2_700 - 1)).toBeLessThan(0.04)
})
