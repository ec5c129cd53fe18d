import type { PoolState } from '@outrigger/defi/internal'
import { readAbi } from '@outrigger/devnet'
import {
  type Address,
  createPublicClient,
  custom,
  encodeFunctionData,
  type Hex,
  http,
  type PublicClient,
  parseAbi,
  parseEther,
} from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { explainNotCopyable, frontrun } from '../detect/frontrun/frontrun.ts'
import { toContext } from '../detector/evaluate.ts'
import { createWorld } from '../fixtures/world/createWorld.ts'
import { encode, type World, weth } from '../fixtures/world/worldTypes.ts'
import { createPoolGraph } from '../search/poolGraph.ts'
import { toReserve } from '../sizing/leg.ts'
import { noTaxes } from '../sizing/tokenTaxes.ts'
import { toPoolSnapshot } from '../view/poolSnapshot.ts'
import { createPoolView } from '../view/poolView.ts'
import { createSimulationBudget, toBudgetedClient } from './budgetedClient.ts'
import { getCopiedCall } from './getCopiedCall.ts'
import { canBeTried, getSwapTrial } from './getSwapTrial.ts'
import { getTokenTax } from './getTokenTax.ts'
import { simulateTransactions } from './simulateTransactions.ts'
import type { SimulationMethod } from './simulation.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world?.close())

const methods: readonly SimulationMethod[] = ['eth_simulateV1', 'debug_traceCall']

/** Returns the sum of the gas limits of a request with `eth_simulateV1`. */
function toGas(params: readonly unknown[] = []): bigint {
  const [{ blockStateCalls }] = params as readonly [{ blockStateCalls: readonly { calls: readonly { gas: Hex }[] }[] }]
  return blockStateCalls.flatMap(({ calls }) => calls).reduce((sum, { gas }) => sum + BigInt(gas), 0n)
}

/** A node that supports only one of the methods, with the gas limit per request that reth and geth have by default. */
function toClient(only?: SimulationMethod, onGas = (_: bigint): void => {}): PublicClient {
  const request = ({ method, params }: { method: string; params?: readonly unknown[] }) => {
    const isRefused = only !== undefined && method !== only && (methods as readonly string[]).includes(method)
    if (isRefused) throw Object.assign(new RangeError('method not found'), { code: -32601 })
    if (method === 'eth_simulateV1') {
      const gas = toGas(params)
      if (gas > 50_000_000n) throw Object.assign(new RangeError('client adjustable limit reached'), { code: -38026 })
      onGas(gas)
    }
    return world.rpc.send(method, ...(params ?? []))
  }
  return createPublicClient({ transport: custom({ request: async (call) => request(call) }) })
}

async function setTerms(token: Address, buyBps: number, sellBps: number, isClosed: boolean): Promise<void> {
  const data = encode(readAbi('taxedToken'), 'setTerms', [buyBps, sellBps, isClosed])
  await world.transact({ from: world.operators[0] as Address, to: token, data })
}

const toBlock = async () => BigInt(await world.rpc.send('eth_blockNumber'))

it('does not take a node that is behind for one that cannot simulate', async () => {
  const client = createPublicClient({ transport: http(world.chain.rpcUrl, { retryCount: 0 }) })
  const [to] = world.tokens as [Address]
  const simulate = (blockNumber: bigint, senders: 'accounts' | 'contracts') =>
    simulateTransactions(client, { blockNumber, calls: [{ from: world.bounty, to, data: '0x' }], senders })
  for (const senders of ['accounts', 'contracts'] as const)
    await expect(simulate((await toBlock()) + 5n, senders)).rejects.toThrow(/block/i)
})

describe.each(methods)('by %s', (method) => {
  it('learns what a token keeps of transfers, and whether it can be sold', async () => {
    const token = world.tokens[4] as Address
    const pool = world.pools.find(({ tokens, kind }) => kind === 'pair' && tokens.includes(token))?.address as Address
    const learn = async (amount = 10n ** 18n) =>
      getTokenTax(toClient(method), { token, pool, amount, blockNumber: await toBlock() })
    await setTerms(token, 0, 0, false)
    expect(await learn()).toEqual({ buyBps: 0, sellBps: 0, canSell: true })
    await setTerms(token, 500, 300, false)
    expect(await learn()).toEqual({ buyBps: 500, sellBps: 300, canSell: true })
    await setTerms(token, 100, 0, true)
    expect(await learn()).toMatchObject({ buyBps: 100, canSell: false })
    await setTerms(token, 0, 0, false)
    // The amount exceeds the pool's balance.
    expect(await learn(10n ** 40n)).toMatchObject({ canSell: false })
  })

  it('carries calls out in order, and goes on after one that reverts', async () => {
    const [trader] = world.traders
    const call = (functionName: string, args: readonly unknown[]) => ({
      from: trader as Address,
      to: weth,
      data: encode(readAbi('weth'), functionName, args),
    })
    const simulation = await simulateTransactions(toClient(method), {
      blockNumber: await toBlock(),
      calls: [
        call('transfer', [world.searcher, 10n ** 30n]),
        call('transfer', [world.bounty, 7n]),
        call('balanceOf', [world.bounty]),
      ],
    })
    expect(simulation?.method).toBe(method)
    expect(simulation?.results.map(({ succeeded }) => succeeded)).toEqual([false, true, true])
    expect(BigInt(simulation?.results[2]?.returnData ?? 0)).toBe(7n)
  })

  it('carries swaps out as a contract does, through pools of every kind, to the wei', async () => {
    const states = (await world.read()).filter((pool) => pool.tokens.includes(weth) && canBeTried(pool))
    const kinds = new Map(states.map((pool) => [`${pool.kind} ${pool.dex}`, pool]))
    expect([...new Set(states.map(({ kind }) => kind))]).toEqual(expect.arrayContaining(['pair', 'ticks', 'weighted']))
    for (const [kind, pool] of kinds) {
      const token = pool.tokens.find((one) => one !== weth) as Address
      const there = { pool: pool.id, tokenIn: weth, tokenOut: token }
      const hops = [there, { pool: pool.id, tokenIn: token, tokenOut: weth }]
      const source = states.find(({ kind, id }) => kind === 'pair' && id !== pool.id) as PoolState
      const amountIn = toReserve(pool, weth) / 200n
      const trial = await getSwapTrial(toClient(method), {
        paths: [hops],
        amountIn,
        pools: toPoolSnapshot(states, 1n),
        taxes: noTaxes,
        sources: [{ account: source.address, amount: 2n * amountIn }],
        blockNumber: await toBlock(),
      })
      expect([kind, trial?.paid, trial?.failed]).toEqual([kind, true, null])
      expect(trial?.swaps.map(({ hop }) => hop)).toEqual(hops)
      for (const { gasUsed } of trial?.swaps ?? []) expect(Number(gasUsed)).toBeGreaterThan(10_000)
    }
  })

  it('names the swap that does not pay', async () => {
    const states = await world.read()
    const [pair, source] = states.filter(
      ({ kind, tokens }) => kind === 'pair' && tokens.includes(weth),
    ) as readonly Extract<PoolState, { kind: 'pair' }>[]
    if (pair === undefined || source === undefined) throw new RangeError('no pairs')
    const token = pair.tokens.find((one) => one !== weth) as Address
    const hops = [
      { pool: pair.id, tokenIn: weth, tokenOut: token },
      { pool: pair.id, tokenIn: token, tokenOut: weth },
    ]
    const of = async (pool: PoolState) =>
      getSwapTrial(toClient(method), {
        paths: hops.map((hop) => [hop]),
        amountIn: 10n ** 18n,
        pools: toPoolSnapshot([pool, source], 1n),
        taxes: noTaxes,
        sources: [{ account: source.address, amount: 2n * 10n ** 18n }],
        blockNumber: await toBlock(),
      })
    // First the pool reports more tokens than it holds. Then the token taxes the sale.
    const lying = { ...pair, reserve0: (pair.reserve0 * 11n) / 10n }
    expect(await of(lying)).toMatchObject({ paid: false })
    await setTerms(token, 0, 500, false)
    const trial = await of(pair)
    await setTerms(token, 0, 0, false)
    expect(trial).toMatchObject({ paid: false, swaps: [{ hop: hops[0] }], failed: { hop: hops[1] } })
  })
})

it('asks no more than the budget', async () => {
  const budget = createSimulationBudget(1)
  const client = toBudgetedClient(toClient(), budget)
  const ask = async () => simulateTransactions(client, { blockNumber: await toBlock(), calls: [] })
  expect(await ask()).not.toBeNull()
  await expect(ask()).rejects.toThrow('Raise simulationsPerBlock')
  budget.reset()
  expect(await ask()).not.toBeNull()
})

describe("somebody else's call", () => {
  const abi = parseAbi([
    'function claim(uint256)',
    'function claimAsKeeper(uint256)',
    'function claimForKeeper(uint256)',
  ])
  const amount = parseEther('2')
  const copy = async (
    functionName: 'claim' | 'claimAsKeeper' | 'claimForKeeper',
    { tokens = [weth] as readonly Address[], client = toClient() } = {},
  ) => {
    const keeper: Hex = `0x${(await world.rpc.send<Hex>('eth_call', { to: world.bounty, data: encodeFunctionData({ abi: parseAbi(['function keeper() view returns (address)']) }) }, 'latest')).slice(-40)}`
    const input = encodeFunctionData({ abi, functionName, args: [amount] })
    const transaction = { hash: `0x${'0'.repeat(64)}`, from: keeper, to: world.bounty, input, value: 0n } as const
    const toNativeValue = (_: Address, value: bigint) => value
    return getCopiedCall(client, { transaction, tokens, toNativeValue, blockNumber: await toBlock() })
  }

  it('is a finding where anyone could make it, worth what it then brings on the chain', async () => {
    const copied = await copy('claim')
    expect(copied && explainNotCopyable(copied)).toBeNull()
    const terms = {
      native: weth,
      graph: createPoolGraph(),
      taxes: noTaxes,
      isKnownToken: () => true,
      isKnownPool: () => true,
    }
    const cost = { gasPrice: 10n ** 9n, builderBidBps: 0 }
    const context = toContext(
      { ...terms, cost, minProfit: 0n, nextBaseFeePerGas: 0n },
      { before: createPoolView(toPoolSnapshot([], 1n)), copied },
    )
    const [finding] = frontrun.detect(context)
    const from = world.operators[3] as Address
    const before = BigInt(await world.rpc.send('eth_getBalance', from, 'latest'))
    const data = encodeFunctionData({ abi, functionName: 'claim', args: [amount] })
    const receipt = await world.rpc.send<{ gasUsed: Hex; effectiveGasPrice: Hex }>('eth_sendTransactionSync', {
      from,
      to: world.bounty,
      data,
    })
    const spent = BigInt(receipt.gasUsed) * BigInt(receipt.effectiveGasPrice)
    const gained =
      BigInt(await world.rpc.send('eth_getBalance', from, 'latest')) -
      before +
      spent -
      BigInt(receipt.gasUsed) * cost.gasPrice
    expect(Number(finding?.estimatedProfit) / Number(gained)).toBeCloseTo(1, 4)
    expect(finding).toMatchObject({ type: 'frontrun', basis: 'simulated', details: { target: world.bounty } })
  })

  it('is measured in several requests if its tokens need more gas than one allows', async () => {
    const gas: bigint[] = []
    const client = toClient('eth_simulateV1', (one) => gas.push(one))
    const others = world.tokens.filter((token) => token !== weth)
    const tokens = Array.from({ length: 70 }, (_, index) => others[index % others.length] as Address)
    const copied = await copy('claim', { tokens, client })
    expect(copied).toMatchObject({ succeeds: true, gain: amount })
    expect(gas).toHaveLength(3)
    expect(await copy('claim', { client })).toEqual(copied)
  })

  it('says why nobody else could make it', async () => {
    const [refused, paidAway] = [await copy('claimAsKeeper'), await copy('claimForKeeper')]
    expect(refused && explainNotCopyable(refused)).toBe('The call reverts for another sender.')
    expect(paidAway && explainNotCopyable(paidAway)).toBe('The call pays a fixed account, independent of the sender.')
  })
})
