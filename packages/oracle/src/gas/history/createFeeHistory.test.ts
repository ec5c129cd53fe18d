import { type Clock, chains, createMemoryStore, createProviderPool, type Store, sleep } from '@outrigger/core'
import { type Anvil, createAnvil } from '@outrigger/devnet'
import { createFaultProxy } from '@outrigger/devnet/faults'
import { createPublicClient, createTestClient, http, walletActions } from 'viem'
import { mainnet } from 'viem/chains'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createGasOracle } from '../gasOracle.ts'
import { createFeeHistory, type FeeHistory } from './createFeeHistory.ts'
import { getFeeHistory } from './getFeeHistory.ts'

const chain = chains.ethereum
/** 10 000 to reproduce the figure in the documentation. */
const mined = Number(process.env['OUTRIGGER_FEE_BLOCKS'] ?? 1100)
const minerOf = ({ rpcUrl }: Anvil) =>
  createTestClient({ mode: 'anvil', chain: mainnet, transport: http(rpcUrl, { timeout: 600_000 }) }).extend(
    walletActions,
  )
const clientOf = (url: string) => createPublicClient({ chain: mainnet, transport: http(url) })

describe('backfill', () => {
  let anvil: Anvil
  beforeAll(async () => {
    const startSeconds = Math.floor(Date.now() / 1000) - mined * 12
    anvil = await createAnvil({ chainId: 1, args: ['--no-mining', '--timestamp', String(startSeconds)] })
    await minerOf(anvil).mine({ blocks: mined, interval: 12 })
  }, 600_000)
  afterAll(() => anvil.close())
  const hours = ((mined - 10) * 12) / 3600

  test('reads 1024 blocks with one call, and dates them with two more', async () => {
    await using proxy = await createFaultProxy({ target: anvil.rpcUrl })
    const known: number[] = []
    const { bars, coverage, calls, stopped } = await getFeeHistory(clientOf(proxy.url), {
      hours,
      resolution: '1h',
      chain,
      onProgress: (progress) => known.push(progress.known),
    })
    expect(stopped).toBeNull()
    expect(calls).toBe(2 + Math.ceil((mined - 10) / 1024))
    expect(proxy.stats.byMethod['eth_feeHistory']).toBe(calls - 2)
    expect(proxy.stats.byMethod['eth_getBlockByNumber']).toBe(2)
    expect(known.at(-1)).toBeGreaterThan(mined - 20)
    expect(coverage.gaps).toEqual([])
    expect(coverage.share).toBe(1)
    expect(bars.reduce((sum, { blocks }) => sum + blocks, 0)).toBeGreaterThan(mined - 20)
    for (const { blocks } of bars.slice(1, -1)) expect(Math.abs(blocks - 300)).toBeLessThanOrEqual(1)
    for (const bar of bars.slice(1)) expect(bar.firstBlock).toBe((bars[bars.indexOf(bar) - 1]?.lastBlock ?? 0n) + 1n)
  }, 60_000)

  test('reports blocks beyond the budget, and reads them the next time', async () => {
    const client = clientOf(anvil.rpcUrl)
    const store = createMemoryStore()
    const first = await getFeeHistory(client, { hours, chain, store, maxCalls: 3 })
    expect(first.stopped).toMatch(/budget of 3 calls/)
    expect(first.coverage.gaps).toHaveLength(1)
    expect(first.coverage.share).toBeCloseTo(1024 / (mined - 10), 2)
    const second = await getFeeHistory(client, { hours, chain, store })
    expect(second).toMatchObject({ stopped: null, coverage: { gaps: [], share: 1 } })
    const { calls } = await getFeeHistory(client, { hours, chain, store })
    expect(calls).toBe(1)
    expect(await getFeeHistory(client, { hours, chain, maxCalls: 2 })).toMatchObject({ bars: [], calls: 1 })
  }, 60_000)

  test('has the figures of the blocks', async () => {
    const client = clientOf(anvil.rpcUrl)
    const store = createMemoryStore()
    const { bars } = await getFeeHistory(client, { hours, chain, store, resolution: '15m' })
    await using history = createFeeHistory({ store })
    const bar = bars.at(-2)
    if (bar === undefined) throw new RangeError('there are too few bars')
    const blocks = await history.blocks(chain, { from: Number(bar.firstBlock), to: Number(bar.lastBlock) })
    expect(blocks).toHaveLength(bar.blocks)
    let sum = 0n
    for (const block of blocks) {
      const header = await client.getBlock({ blockNumber: block.number })
      expect(block.baseFeePerGas).toBe(header.baseFeePerGas)
      // Interpolated between two headers at equal block times.
      expect(Math.abs(block.timestamp - Number(header.timestamp))).toBeLessThanOrEqual(1)
      sum += block.baseFeePerGas
    }
    expect(Number(bar.baseFeePerGas.average)).toBeCloseTo(Number(sum) / blocks.length, -1)
    expect(bar.tiers?.slow.average).toBeGreaterThanOrEqual(bar.baseFeePerGas.min)
  }, 60_000)
})

describe('new blocks', () => {
  async function follow(anvil: Anvil, store: Store, url = anvil.rpcUrl, clock?: Clock) {
    const pool = createProviderPool({ chain, endpoints: [url] })
    const failures: unknown[] = []
    const history = createFeeHistory({ store, onFailure: (_, error) => failures.push(error), ...(clock && { clock }) })
    const oracle = createGasOracle({ pools: [pool], history, pendingPool: false })
    const close = async () => {
      await oracle.close()
      await history.close()
      await pool.close()
    }
    return { oracle, history, failures, close, [Symbol.asyncDispose]: close }
  }
  const newestOf = async (history: FeeHistory) => {
    const last = (await history.gaps(chain, { from: 0, to: 1_000_000 })).at(-1)
    return (last?.from ?? 0) - 1
  }

  test('are stored when the oracle reads them, without additional calls, with the time of their header', async () => {
    await using anvil = await createAnvil({ chainId: 1, blockTimeMs: 1000 })
    const calls = async (isKept: boolean) => {
      await using proxy = await createFaultProxy({ target: anvil.rpcUrl })
      const store = createMemoryStore()
      await using pool = createProviderPool({ chain, endpoints: [proxy.url] })
      await using history = createFeeHistory({ store })
      await using oracle = createGasOracle({ pools: [pool], pendingPool: false, ...(isKept && { history }) })
      const heads = new Set<bigint>()
      oracle.on('update', ({ blockNumber }) => heads.add(blockNumber))
      await expect.poll(() => heads.size, { timeout: 10_000 }).toBeGreaterThan(3)
      if (isKept) {
        const blocks = await history.blocks(chain, { from: Number(Math.min(...[...heads].map(Number))), to: 1000 })
        expect(blocks.length).toBeGreaterThan(2)
        for (const { number, timestamp, isTimeExact } of blocks.slice(1)) {
          expect(isTimeExact).toBe(true)
          const header = await clientOf(anvil.rpcUrl).getBlock({ blockNumber: number })
          expect(timestamp).toBe(Number(header.timestamp))
        }
      }
      return (proxy.stats.byMethod['eth_feeHistory'] ?? 0) / heads.size
    }
    expect(await calls(true)).toBeLessThanOrEqual((await calls(false)) + 0.25)
  }, 60_000)

  test('are replaced by a reorg, also if it has fewer blocks', async () => {
    await using anvil = await createAnvil({ chainId: 1, args: ['--no-mining'] })
    const miner = minerOf(anvil)
    const [from] = await miner.getAddresses()
    if (from === undefined) throw new RangeError('anvil has no accounts')
    const mineFull = async (blocks: number) => {
      for (let index = 0; index < blocks; index += 1) {
        await miner.sendTransaction({ account: from, to: from, value: 1n, gas: 1_000_000n, maxFeePerGas: 10n ** 12n })
        await miner.mine({ blocks: 1, interval: 12 })
      }
    }
    await miner.mine({ blocks: 30, interval: 12 })
    const snapshot = await miner.snapshot()
    await mineFull(6)
    const store = createMemoryStore()
    await using following = await follow(anvil, store)
    const { history, failures } = following
    await expect.poll(() => newestOf(history), { timeout: 20_000 }).toBe(36)
    const before = await history.blocks(chain, { from: 31, to: 36 })
    expect(before.every(({ gasUsedRatio }) => gasUsedRatio > 0)).toBe(true)
    await miner.revert({ id: snapshot })
    await miner.mine({ blocks: 4, interval: 12 })
    await expect.poll(() => newestOf(history), { timeout: 10_000 }).toBe(34)
    const after = await history.blocks(chain, { from: 1, to: 100 })
    expect(after.map(({ number }) => Number(number))).toEqual(Array.from({ length: 34 }, (_, index) => index + 1))
    expect(after.slice(30).every(({ gasUsedRatio }) => gasUsedRatio === 0)).toBe(true)
    expect(failures).toEqual([])
  }, 60_000)

  test('are a reported gap if they were not read, until it is filled', async () => {
    await using anvil = await createAnvil({ chainId: 1, args: ['--no-mining'] })
    const miner = minerOf(anvil)
    await miner.mine({ blocks: 10, interval: 12 })
    const store = createMemoryStore()
    {
      await using first = await follow(anvil, store)
      await expect.poll(() => newestOf(first.history), { timeout: 20_000 }).toBe(10)
    }
    await miner.mine({ blocks: 200, interval: 12 })
    await using second = await follow(anvil, store)
    const { history } = second
    await expect
      .poll(async () => (await history.gaps(chain, { from: 1, to: 210 }))[0], { timeout: 20_000 })
      .toEqual({
        from: 11,
        to: 150,
      })
    const client = clientOf(anvil.rpcUrl)
    const [begin, end] = await Promise.all([1n, 210n].map((blockNumber) => client.getBlock({ blockNumber })))
    const span = { fromTime: Number(begin?.timestamp), toTime: Number(end?.timestamp) }
    const [gap] = (await history.coverage(chain, span)).gaps
    expect(gap?.fromTime).toBe(Number((await client.getBlock({ blockNumber: 10n })).timestamp) + 12)
    await history.backfill(client, chain, { fromTime: span.fromTime })
    await sleep(0)
    expect(await history.gaps(chain, { from: 1, to: 210 })).toEqual([])
    const { bars, coverage } = await history.bars(chain, { ...span, toTime: span.toTime + 1, resolution: '1m' })
    expect(coverage.share).toBe(1)
    const sum = bars.reduce((total, { blocks }) => total + blocks, 0)
    expect(sum).toBe(Number((bars.at(-1)?.lastBlock ?? 0n) - (bars[0]?.firstBlock ?? 0n)) + 1)
    expect(sum).toBeGreaterThanOrEqual(210)
  }, 60_000)
})
