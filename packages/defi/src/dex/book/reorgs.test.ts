import { addresses, type Devnet, startDevnet } from '@outrigger/devnet'
import { parseAbi, parseEther } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { toLower } from '../pool.ts'
import { createPoolBook } from './createPoolBook.ts'
import { connect, createPoolTrader, findDifferences, type PoolTrader, reach } from './fixtures/poolChain.ts'
import type { PoolBook } from './poolBookTypes.ts'

const { tokens, uniswapV2 } = addresses
let devnet: Devnet
let trader: PoolTrader
beforeAll(async () => {
  devnet = await startDevnet({ silent: true, blockTimeMs: 0 })
  trader = await createPoolTrader(devnet)
}, 120_000)
afterAll(() => devnet?.close())

const client = () => devnet.chains.ethereum.client
const reachHead = async (book: PoolBook) => reach(book, await client().getBlockNumber({ cacheTime: 0 }))
const reorg = (depth: number) =>
  (client().request as (call: object) => Promise<unknown>)({ method: 'anvil_reorg', params: [depth, []] })

async function expectExact(book: PoolBook): Promise<void> {
  const block = book.block()
  const head = await client().getBlock()
  expect(block).toMatchObject({ number: head.number, hash: head.hash })
  if (block) expect(await findDifferences(client(), { ...block, snapshot: book.snapshot() })).toEqual([])
}

async function build() {
  const pool = connect([devnet.chains.ethereum.rpcUrl])
  const book = createPoolBook({ pool })
  for (const { address } of [tokens.USDC, tokens.LINK]) book.request({ tokens: [tokens.WETH.address, address] })
  await book.ready
  return {
    book,
    async [Symbol.asyncDispose]() {
      await book.close()
      await pool.close()
    },
  }
}

const steps = [
  () => trader.swapPair(parseEther('3')),
  () => trader.swapTicks(parseEther('50'), 500),
  () => trader.mint(3_000, 193_200, 205_200, parseEther('20')),
  () => trader.swapTicks(parseEther('200'), 3_000),
  () => trader.swapPair(parseEther('7'), tokens.LINK.address),
]

it.each([1, 3, 5])(
  'is exact after a reorg of its last %i blocks, without reading them again',
  async (depth) => {
    await using built = await build()
    const { book } = built
    for (const step of steps) {
      await step()
      await reachHead(book)
    }
    const before = [...book.snapshot().values()]
    const loaded = book.status().loaded
    await reorg(depth)
    await client().mine({ blocks: 1 })
    await reachHead(book)
    await expectExact(book)
    expect([...book.snapshot().values()]).not.toEqual(before)
    expect(book.status().loaded).toBe(loaded)
  },
  60_000,
)

it('is exact after a reorg of blocks before its first block', async () => {
  for (const step of steps) await step()
  await using built = await build()
  await reorg(3)
  await client().mine({ blocks: 1 })
  await reachHead(built.book)
  await expectExact(built.book)
  await expect.poll(built.book.status, { timeout: 20_000 }).toMatchObject({ state: 'ready', loaded: 7 })
}, 60_000)

it('is exact after a reorg deeper than its history', async () => {
  await using built = await build()
  await client().mine({ blocks: 80 })
  await steps[0]?.()
  await reachHead(built.book)
  await reorg(75)
  await client().mine({ blocks: 1 })
  await reachHead(built.book)
  await expectExact(built.book)
  expect(built.book.status().loaded).toBe(7)
}, 60_000)

it('follows a new pool from its first log, and forgets it when its block is removed', async () => {
  await using built = await build()
  const { book } = built
  const [dai, link] = [tokens.DAI.address, tokens.LINK.address]
  const { known } = book.status()
  await trader.write(
    uniswapV2.factory,
    parseAbi(['function createPair(address, address) returns (address)']),
    'createPair',
    [...[dai, link]],
  )
  await trader.write(
    uniswapV2.router,
    parseAbi(['function swapExactTokensForTokens(uint256, uint256, address[], address, uint256) returns (uint256[])']),
    'swapExactTokensForTokens',
    [parseEther('1'), 0n, [tokens.WETH.address, dai], trader.account, 99_999_999_999n],
  )
  await trader.swapPair(parseEther('1'), link)
  const pair = await client().readContract({
    address: uniswapV2.factory,
    abi: parseAbi(['function getPair(address, address) view returns (address)']),
    functionName: 'getPair',
    args: [dai, link],
  })
  const erc20 = parseAbi(['function transfer(address, uint256) returns (bool)'])
  await trader.write(dai, erc20, 'transfer', [pair, 10n ** 18n])
  await trader.write(link, erc20, 'transfer', [pair, 10n ** 18n])
  await trader.write(pair, parseAbi(['function mint(address) returns (uint256)']), 'mint', [trader.account])
  await reachHead(book)
  expect(book.status().known).toBe(known + 1)
  expect(book.byTokens(dai, link)).toMatchObject([{ id: toLower(pair), reserve0: 10n ** 18n, reserve1: 10n ** 18n }])
  await expectExact(book)

  const held = book.snapshot()
  await reorg(6)
  await client().mine({ blocks: 1 })
  await reachHead(book)
  expect(book.byTokens(dai, link)).toEqual([])
  expect(book.whyMissing(pair)).toContain('No known factory')
  expect(book.status().known).toBe(known)
  await expectExact(book)
  // An earlier snapshot does not change.
  expect(held.byTokens(dai, link)).toHaveLength(1)
}, 60_000)
