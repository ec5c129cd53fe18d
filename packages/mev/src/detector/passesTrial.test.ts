import { chains, createProviderPool, type ProviderPool, sleep } from '@outrigger/core'
import { type PoolState, quotePool } from '@outrigger/defi/internal'
import { readAbi, readArtifact } from '@outrigger/devnet'
import type { MempoolTransaction } from '@outrigger/mempool'
import { type Address, encodeDeployData, type Hex, toHex, zeroHash } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createMevDetector } from '../createMevDetector.ts'
import type { Finding } from '../finding.ts'
import { createWorld } from '../fixtures/world/createWorld.ts'
import { encode, type World, weth } from '../fixtures/world/worldTypes.ts'
import { createBook, createWatcher, toPendingSwap } from './fixtures/standIns.ts'

type Pair = Extract<PoolState, { readonly kind: 'pair' }>

let world: World
let pool: ProviderPool
let honest: Pair
/** The pair that supplies the input tokens of trials. */
let other: Pair
beforeAll(async () => {
  world = await createWorld()
  pool = createProviderPool({ chain: chains.ethereum, endpoints: [world.chain.rpcUrl] })
  const isWanted = (state: PoolState): state is Pair =>
    state.kind === 'pair' && state.dex === 'uniswap_v2' && state.tokens.includes(weth)
  ;[honest, other] = (await world.read()).filter(isWanted) as [Pair, Pair]
})
afterAll(async () => {
  await pool?.close()
  await world?.close()
})

/** Deploys a pair that reports a token reserve a fifth too large, which lowers the price. The pair holds enough tokens to pay. */
async function createLyingPair(paysLittle: boolean): Promise<Pair> {
  const [from, token] = [world.operators[0] as Address, honest.tokens.find((one) => one !== weth) as Address]
  const isFirst = honest.tokens[0] === token
  const { reserve0, reserve1 } = honest
  const reserves = isFirst ? ([(reserve0 * 6n) / 5n, reserve1] as const) : ([reserve0, (reserve1 * 6n) / 5n] as const)
  const { abi, bytecode } = readArtifact('lyingPair')
  const data = encodeDeployData({ abi, bytecode, args: [...honest.tokens, ...reserves, paysLittle] })
  const { contractAddress } = await world.rpc.send<{ contractAddress: Address }>('eth_sendTransactionSync', {
    from,
    data,
    gas: toHex(2_000_000),
  })
  await world.transact({ from, to: token, data: encode(readAbi('taxedToken'), 'mint', [contractAddress, 10n ** 27n]) })
  const id = contractAddress.toLowerCase() as Address
  return { ...honest, id, address: id, dex: 'somebodys', reserve0: reserves[0], reserve1: reserves[1] }
}

/** Returns the findings that the detector reports when a block adds unknown pools. */
async function watch(others: readonly Pair[], simulationsPerBlock: number): Promise<readonly Finding[]> {
  const number = BigInt(await world.rpc.send<Hex>('eth_blockNumber'))
  const book = createBook([honest, other], number - 1n)
  const parts = { pool, watcher: createWatcher().watcher, book: book.book, simulationsPerBlock }
  await using detector = createMevDetector({ ...parts, isKnownToken: () => true })
  const reported: Finding[] = []
  detector.on('found', (finding) => reported.push(finding))
  book.mine(others)
  for (const untilMs = Date.now() + 1_000; reported.length === 0 && Date.now() < untilMs; ) await sleep(20)
  return reported
}

it.each([false, true])(
  'tells nothing through a pool that does not pay what it says (pays little: %s)',
  async (little) => {
    const lying = await createLyingPair(little)
    expect(await watch([lying], 16)).toEqual([])
    // Without simulations, the detector reports the finding with low confidence.
    const [finding] = await watch([lying], 0)
    expect(finding).toMatchObject({ type: 'arbitrage', basis: 'computed', inputs: { unknownPools: 1 } })
    expect(finding?.confidence).toBeLessThan(0.7)
  },
)

/** Shifts the price of a SushiSwap pair on chain by a swap, so that an arbitrage with the other pair pays. */
async function createCheapPair(): Promise<Pair> {
  const state = (await world.read()).find(
    ({ kind, dex, tokens }) =>
      kind === 'pair' && dex === 'sushiswap' && tokens.every((one) => honest.tokens.includes(one)),
  ) as Pair
  const from = world.operators[0] as Address
  const amount = (state.tokens[0] === weth ? state.reserve0 : state.reserve1) / 20n
  const token = state.tokens.find((one) => one !== weth)
  const hop = { pool: state.address, tokenIn: weth, tokenOut: token, form: 1, fee: 0, tickSpacing: 0, id: zeroHash }
  await world.transact({ from, to: world.searcher, data: encode(readAbi('searcher'), 'run', [[hop], amount]) })
  return (await world.read()).find(({ id }) => id === state.id) as Pair
}

it('tells what goes through a pool of nobody known that has paid in a simulation', async () => {
  const [finding] = await watch([{ ...(await createCheapPair()), dex: 'somebodys' }], 16)
  expect(finding).toMatchObject({ type: 'arbitrage', inputs: { unknownPools: 0 } })
  expect(finding?.confidence).toBeGreaterThan(0.9)
})

it('takes back what goes through a token that cannot be sold any more, and tells it again when it can', async () => {
  const [cheap, token] = [await createCheapPair(), honest.tokens.find((one) => one !== weth) as Address]
  const head = BigInt(await world.rpc.send<Hex>('eth_blockNumber'))
  const book = createBook([honest, other], head - 1n)
  const parts = { pool, watcher: createWatcher().watcher, book: book.book, simulationsPerBlock: 16 }
  await using detector = createMevDetector({ ...parts, isKnownToken: (one) => one === weth })
  book.mine([cheap])
  const present = () => detector.stateFindings().filter(({ type }) => type === 'arbitrage')
  await expect.poll(() => present().length).toBeGreaterThan(0)
  expect(present()[0]?.inputs.unknownTokens).toBe(0)

  const setClosed = (isClosed: boolean) =>
    world.transact({
      from: world.operators[0] as Address,
      to: token,
      data: encode(readAbi('taxedToken'), 'setTerms', [0, 0, isClosed]),
    })
  const mineUntil = async (isDone: () => boolean, changed: readonly Pair[] = []) => {
    for (let block = 0; block < 80 && !isDone(); block++) {
      await world.rpc.send('anvil_mine', '0x1')
      book.mine(changed.map((pair) => ({ ...pair })))
      await sleep(20)
    }
    return isDone()
  }
  await setClosed(true)
  expect(await mineUntil(() => present().length === 0)).toBe(true)
  await setClosed(false)
  expect(await mineUntil(() => present().length > 0, [cheap])).toBe(true)
}, 60_000)

it('tells of pending swaps what the token lets through, and nothing of a larger amount', async () => {
  const token = honest.tokens.find((one) => one !== weth) as Address
  const setLargest = (largest: bigint) =>
    world.transact({
      from: world.operators[0] as Address,
      to: token,
      data: encode(readAbi('taxedToken'), 'setLargest', [largest]),
    })
  const head = BigInt(await world.rpc.send<Hex>('eth_blockNumber'))
  const [reserve] = honest.tokens[0] === weth ? [honest.reserve0] : [honest.reserve1]
  const amountIn = reserve / 50n
  const quoted = quotePool(honest, weth, token, amountIn) ?? 0n
  const [tight, wide] = [97n, 80n].map((percent, index) => {
    const from = world.operators[index] as Address
    return toPendingSwap({ from, path: [weth, token], amountIn, amountOut: (quoted * percent) / 100n })
  }) as [MempoolTransaction, MempoolTransaction]
  const open = (simulationsPerBlock: number) => {
    const [book, mempool] = [createBook([honest, other], head), createWatcher()]
    const parts = { pool, watcher: mempool.watcher, book: book.book, simulationsPerBlock }
    return { book, mempool, detector: createMevDetector({ ...parts, isKnownToken: (one) => one === weth }) }
  }
  const toBought = async (entry: MempoolTransaction) => {
    const { mempool, detector } = open(0)
    await mempool.show(entry)
    const [finding] = detector.findings()
    await detector.close()
    return finding?.swaps[0]?.amountOut ?? 0n
  }
  const [least, most] = [await toBought(tight), await toBought(wide)]
  // A measurement of the token transfers a thousandth of the pool's reserve.
  expect(most > 2n * least && least > honest.reserve0 / 1_000n).toBe(true)

  await setLargest(2n * least)
  const { book, mempool, detector } = open(16)
  const reported = () => detector.findings().flatMap(({ transactions }) => transactions)
  const show = async (entry: MempoolTransaction, blocks: number) => {
    for (let block = 0; block < blocks && !reported().includes(entry.transaction.hash); block++) {
      mempool.arrive(entry)
      await sleep(50)
      await world.rpc.send('anvil_mine', '0x1')
      book.mine([])
    }
    return reported().includes(entry.transaction.hash)
  }
  expect(await show(tight, 20)).toBe(true)
  expect(await show(wide, 6)).toBe(false)
  // A refused swap is tried again after some blocks.
  await setLargest(0n)
  expect(await show(wide, 60)).toBe(true)
  await detector.close()
}, 60_000)

it.each([
  ['that can be sold in the transaction of the purchase only', 1],
  ['that lets two transfers a block through', 2],
])(
  'tells no sandwich through a token %s',
  async (_, guard) => {
    const token = honest.tokens.find((one) => one !== weth) as Address
    const setGuard = (value: number) =>
      world.transact({
        from: world.operators[0] as Address,
        to: token,
        data: encode(readAbi('taxedToken'), 'setGuard', [value]),
      })
    const amountIn = (honest.tokens[0] === weth ? honest.reserve0 : honest.reserve1) / 50n
    const amountOut = ((quotePool(honest, weth, token, amountIn) ?? 0n) * 9n) / 10n
    const entry = toPendingSwap({ from: world.operators[0] as Address, path: [weth, token], amountIn, amountOut })
    const find = async () => {
      const head = BigInt(await world.rpc.send<Hex>('eth_blockNumber'))
      const [book, mempool] = [createBook([honest, other], head), createWatcher()]
      const parts = { pool, watcher: mempool.watcher, book: book.book, simulationsPerBlock: 16 }
      await using detector = createMevDetector({ ...parts, isKnownToken: (one) => one === weth })
      for (let block = 0; block < 4; block++) {
        mempool.arrive(entry)
        await sleep(50)
        await world.rpc.send('anvil_mine', '0x1')
        book.mine([])
      }
      return detector.findings().map(({ type }) => type)
    }
    expect(await find()).toContain('sandwich')
    await setGuard(guard)
    expect(await find()).not.toContain('sandwich')
    await setGuard(0)
  },
  60_000,
)
