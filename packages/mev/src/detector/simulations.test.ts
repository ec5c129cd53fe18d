import { sleep } from '@outrigger/core'
import type { PoolState } from '@outrigger/defi/internal'
import { readAbi } from '@outrigger/devnet'
import { createPublicClient, encodeFunctionData, type Hex, http, parseAbi, parseEther, zeroHash } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CopiedCall } from '../detect/context.ts'
import { createWorld } from '../fixtures/world/createWorld.ts'
import { encode, type World, weth } from '../fixtures/world/worldTypes.ts'
import type { DetectorEvent } from './events.ts'
import { createBook, createWatcher, toPendingCall } from './fixtures/standIns.ts'
import { createSimulations } from './simulations.ts'
import { createState } from './state.ts'

type Pair = Extract<PoolState, { readonly kind: 'pair' }>

const simulationsPerBlock = 16
let world: World
let pair: Pair
let number: bigint
beforeAll(async () => {
  world = await createWorld()
  pair = (await world.read()).find((pool): pool is Pair => pool.kind === 'pair' && pool.tokens.includes(weth)) as Pair
  number = BigInt(await world.rpc.send<Hex>('eth_blockNumber'))
}, 120_000)
afterAll(() => world?.close())

/** Creates simulations on the world's latest block. `events` has what they send. */
function open() {
  const { book, mine } = createBook([pair], number)
  const state = createState({ simulationsPerBlock }, 'ethereum', book.snapshot(), 1n)
  const events: DetectorEvent[] = []
  const { watcher } = createWatcher()
  const simulations = createSimulations({
    client: createPublicClient({ transport: http(world.chain.rpcUrl) }),
    state,
    watcher,
    toPending: (entry) => ({ entry, isQueued: false }),
    simulationsPerBlock,
    payingTokens: [],
    send: (event) => events.push(event),
    signal: new AbortController().signal,
  })
  const change = (pool: Pair) => {
    mine([pool])
    state.pools = book.snapshot()
  }
  return { state, simulations, events, change }
}

/** A call that swaps in the pair, and that no decoder supports. */
function toPurchase() {
  const [reserve, tokenOut] =
    pair.tokens[0] === weth ? [pair.reserve0, pair.tokens[1]] : [pair.reserve1, pair.tokens[0]]
  const hop = { pool: pair.id, tokenIn: weth, tokenOut, form: 1, fee: 0, tickSpacing: 0, id: zeroHash }
  const input = encode(readAbi('searcher'), 'run', [[hop], reserve / 20n])
  return toPendingCall({ from: world.operators[0] as Hex, to: world.searcher, input, gas: 500_000n })
}

it('repeats a simulation if a block changes its pools meanwhile', async () => {
  const { simulations, events, change } = open()
  simulations.perform({ kind: 'simulate', call: toPurchase() })
  change({ ...pair, reserve0: pair.reserve0 + 1n })
  await world.rpc.send('anvil_mine', '0x1')
  await sleep(500)
  expect(events).toEqual([])
  simulations.renew()
  simulations.resume()
  await expect.poll(() => events).toMatchObject([{ kind: 'simulated', logs: { reverts: false } }])
})

it('confirms a reported call whose function is being skipped for others', async () => {
  const { state, simulations, events } = open()
  const claim = encodeFunctionData({
    abi: parseAbi(['function claim(uint256 amount)']),
    args: [parseEther('0.01')],
  })
  const [from] = world.traders as [Hex]
  const call = toPendingCall({ from, to: world.bounty, input: claim })
  simulations.perform({ kind: 'copy', call })
  await expect.poll(() => events).toMatchObject([{ kind: 'copied', copied: { succeeds: true } }])
  const [first] = events as readonly Extract<DetectorEvent, { kind: 'copied' }>[]
  const refused = { ...(first?.copied as CopiedCall), succeeds: false }
  for (let count = 0; count < 3; count += 1) state.copies.note(call, refused, number)

  simulations.perform({ kind: 'confirm', call })
  await expect.poll(() => events.slice(1)).toMatchObject([{ kind: 'copied', copied: { succeeds: true } }])
  // A new call of the function is skipped.
  simulations.renew()
  simulations.resume()
  simulations.perform({ kind: 'copy', call })
  await expect.poll(() => events.slice(2)).toMatchObject([{ kind: 'copied', copied: null }])
})
