import { chains } from '@outrigger/core'
import { type Address, createPublicClient, http, type PublicClient, zeroAddress } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { swapPool } from '../poolKinds.ts'
import { createPoolBook } from './createPoolBook.ts'
import { findDifferences, reach } from './fixtures/poolChain.ts'
import { createV4Chain, type V4Chain } from './fixtures/v4Chain.ts'
import type { PoolBook } from './poolBookTypes.ts'

let chain: V4Chain
let client: PublicClient
beforeAll(async () => {
  chain = await createV4Chain()
  client = createPublicClient({ transport: http(chain.anvil.rpcUrl) })
  await chain.initialize(3_000)
  await chain.modify(3_000, -6_000, 6_000, 10n ** 22n)
  await chain.modify(3_000, -600, 1_200, 10n ** 23n)
}, 60_000)
afterAll(() => chain?.close())

async function expectExact(book: PoolBook, count: number): Promise<void> {
  await reach(book, await chain.head())
  const block = book.block()
  expect(book.status().loaded).toBe(count)
  if (block) expect(await findDifferences(client, { ...block, snapshot: book.snapshot() })).toEqual([])
}

it('keeps Uniswap V4 pools equal to PoolManager, from a read or from their first log', async () => {
  await using pool = chain.connect()
  const contracts = [
    { id: 'uniswap_v4', form: 'v4', contracts: { ethereum: chain.poolManager }, fromBlocks: {} },
  ] as const
  await using book = createPoolBook({ pool, dexes: [], contracts })
  book.request({ id: chain.toId(3_000) })
  await book.ready
  await expectExact(book, 1)
  expect(book.get(chain.toId(3_000))).toMatchObject({ kind: 'v4', liquidity: 11n * 10n ** 22n, tick: 0, fee: 3_000 })

  await chain.initialize(500)
  await chain.modify(500, -120, 60, 10n ** 21n)
  await chain.modify(500, -887_220, 887_220, 10n ** 20n)
  await expectExact(book, 2)
  for (const [fee, isZeroForOne, amount] of [
    [500, true, 10n ** 17n],
    [3_000, false, 5n * 10n ** 21n],
    [3_000, true, 10n ** 22n],
    [500, false, 10n ** 20n],
  ] as const) {
    await chain.swap(fee, isZeroForOne, amount)
    await expectExact(book, 2)
  }
  await chain.modify(3_000, -600, 1_200, -(10n ** 22n))
  await expectExact(book, 2)
  await chain.reorg(4)
  await chain.mine()
  await expectExact(book, 2)
  expect(book.status().proof.repaired).toBe(0)
}, 60_000)

it('treats the native currency as its wrapped token, and swaps like PoolManager', async () => {
  await using pool = chain.connect()
  const contracts = [
    { id: 'uniswap_v4', form: 'v4', contracts: { ethereum: chain.poolManager }, fromBlocks: {} },
  ] as const
  const [fee, weth, token] = [chain.nativeFee, chains.ethereum.wrappedNative as Address, chain.tokens[1]]
  await chain.initialize(fee)
  await chain.modify(fee, -6_000, 6_000, 10n ** 21n)
  await using book = createPoolBook({ pool, dexes: [], contracts })
  book.request({ tokens: [zeroAddress, token] })
  await book.ready
  await expectExact(book, 1)
  const [state] = book.byTokens(weth, token)
  expect(state).toMatchObject({ id: chain.toId(fee), tokens: [weth, token], nativeAs: zeroAddress })
  expect(book.byTokens(zeroAddress, token)).toEqual([state])
  expect(book.snapshot().neighbours(token)).toEqual([weth])
  const expected = state && swapPool(state, weth, token, 10n ** 18n)
  await chain.swap(fee, true, 10n ** 18n)
  await expectExact(book, 1)
  const [after] = book.byTokens(weth, token)
  expect(after && 'sqrtPriceX96' in after && after.sqrtPriceX96).toBe(
    expected && 'sqrtPriceX96' in expected.next && expected.next.sqrtPriceX96,
  )
}, 60_000)
