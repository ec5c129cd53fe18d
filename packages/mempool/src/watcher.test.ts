import { chains, createProviderPool, type ProviderPool, sleep } from '@outrigger/core'
import { createAnvil } from '@outrigger/devnet'
import { createFaultProxy, type FaultProxy } from '@outrigger/devnet/faults'
import { createPublicClient, encodeFunctionData, type Hex, http, parseAbi, parseEther, parseGwei, toHex } from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { mainnet } from 'viem/chains'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { getPendingTransactions } from './getPendingTransactions.ts'
import { SequenceGoneError } from './lifecycle/sequenceGoneError.ts'
import { NoMempoolError } from './noMempoolError.ts'
import { createMempoolWatcher } from './watcher.ts'
import type { MempoolEvent, MempoolTransaction, MempoolWatcher } from './watcherTypes.ts'

const alice = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const bob = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const router = '0x7a250d5630b4cf539739df2c5dacb4c659f2488d'
const weth = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'
const usdc = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const swapData = encodeFunctionData({
  abi: parseAbi(['function swapExactETHForTokens(uint256,address[],address,uint256)']),
  args: [7n, [weth, usdc], alice, 2n ** 40n],
})

let anvil: Awaited<ReturnType<typeof createAnvil>>
let proxies: readonly [FaultProxy, FaultProxy]
let pool: ProviderPool
let watcher: MempoolWatcher
let events: MempoolEvent[]

beforeEach(async () => {
  anvil = await createAnvil({ chainId: 1, args: ['--no-mining'] })
  proxies = [await createFaultProxy({ target: anvil.rpcUrl }), await createFaultProxy({ target: anvil.rpcUrl })]
  pool = createProviderPool({ chain: chains.ethereum, endpoints: proxies.map(({ url }) => url) })
})
afterEach(async () => {
  await watcher?.close()
  await pool.close()
  await Promise.all([...proxies.map((proxy) => proxy.close()), anvil.close()])
})

async function ask<result = Hex>(method: string, ...params: readonly unknown[]): Promise<result> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const response = await fetch(anvil.rpcUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  const answer = (await response.json()) as { readonly result: result; readonly error?: unknown }
  expect(answer.error, method).toBeUndefined()
  return answer.result
}
const send = (terms: Readonly<Record<string, unknown>> = {}) =>
  ask('eth_sendTransaction', { from: alice, to: bob, value: '0x1', gas: toHex(100_000), ...terms })

async function until(what: string, done: () => boolean) {
  for (const end = Date.now() + 10_000; !done() && Date.now() < end; ) await sleep(10)
  expect(done(), what).toBe(true)
}
function watch(options: Partial<Parameters<typeof createMempoolWatcher>[0]> = {}) {
  events = []
  watcher = createMempoolWatcher({ pool, ...options })
  watcher.follow((event) => events.push(event))
  return until('both sockets', () => pool.report().endpoints.every(({ socket }) => socket))
}
const hashes = (entries: readonly MempoolTransaction[]) => entries.map(({ transaction }) => transaction.hash).sort()

it('starts with the transactions that are already pending, with classification and prices', async () => {
  await ask('evm_mine')
  const plain = await send()
  const swap = await send({ to: router, data: swapData, value: toHex(parseEther('2')) })
  const queued = await send({ nonce: toHex(9), value: '0x5' })
  const bothSockets = watch()
  const live: MempoolTransaction[] = []
  watcher.watch({ types: ['swap'], minValue: parseEther('1') }, (entry) => live.push(entry))
  await bothSockets
  const late: MempoolTransaction[] = []
  await until('the snapshot', () => watcher.status().pendingCount === 3)
  const unwatch = watcher.watch({ addresses: [bob] }, (entry) => late.push(entry))
  const pushed = await send({ from: bob })
  await until('the push', () => late.length === 1)
  unwatch()
  const left: MempoolTransaction[] = []
  watcher.watch({ types: ['transfer'] }, () => leave())
  const leave = watcher.watch({}, (entry) => left.push(entry))
  await send({ from: bob })
  await until('all', () => watcher.status().pendingCount === 5)
  expect(hashes(live)).toEqual([swap])
  expect(hashes(late)).toEqual([pushed])
  expect(left).toEqual([])

  expect(watcher.get(swap)).toMatchObject({
    chain: 'ethereum',
    classification: { type: 'swap', swap: { dex: 'uniswap_v2', tokenIn: weth, tokenOut: usdc, amountOut: 7n } },
    symbols: ['WETH', 'USDC'],
  })
  expect(watcher.pending()[0]?.transaction.hash).toBe(swap)
  expect(watcher.pending({}, 2)).toHaveLength(2)
  expect(hashes(watcher.pending({ nonceState: 'queued' }))).toEqual([queued])
  expect(hashes(watcher.pending({ nonceState: 'executable', addresses: [alice] }))).toEqual([plain, swap].sort())
  expect([plain, swap, queued, toHex(1, { size: 32 })].map(watcher.nonceState)).toEqual([
    ...['executable', 'executable', 'queued'],
    null,
  ])
  expect(watcher.pending({ minUsd: 1 })).toEqual([])

  const { counts, gasPrice, totalValue, pendingCount } = watcher.stats()
  expect([pendingCount, counts.swap, totalValue]).toEqual([5, 1, parseEther('2') + 8n])
  expect(gasPrice && gasPrice.min > 0n && gasPrice.min <= gasPrice.median && gasPrice.median <= gasPrice.max).toBe(true)
  expect(watcher.status()).toMatchObject({
    chain: 'ethereum',
    isConnected: true,
    visibility: 'public',
    subscriberCount: 2,
  })
  await until('both providers', () => watcher.status().feeds.every(({ seen }) => seen === 5))
  await ask('evm_mine')
  await until('mined', () => watcher.status().pendingCount === 1)
  const { feeds } = watcher.status()
  expect(feeds.map(({ seen, missed }) => ({ seen, missed }))).toEqual([
    { seen: 5, missed: 0 },
    { seen: 5, missed: 0 },
  ])
  expect(feeds.reduce((sum, { first }) => sum + first, 0)).toBe(5)
})

it('stores ended transactions without their classification, and classifies them the same again', async () => {
  await watch()
  const hash = await send({ to: router, data: swapData, value: toHex(parseEther('2')) })
  await until('pending', () => watcher.get(hash) !== null)
  const entry = watcher.get(hash) as MempoolTransaction
  const before = entry.classification
  expect(entry.classification).toBe(before)
  await ask('evm_mine')
  await until('mined', () => watcher.status().pendingCount === 0)
  expect(entry.classification).not.toBe(before)
  expect(events.map(({ transition }) => transition.kind)).toEqual(['pending', 'mined'])
  expect(events[1]?.entry.classification).toEqual(before)
  expect({ ...entry }.classification).toEqual(before)
})

it('reports each transaction with its current opportunity', async () => {
  await watch()
  const toMev = (type: 'backrun' | 'sandwich') => ({ type, estimatedProfitEth: 0.5, confidence: 0.9, details: {} })
  // The other transactions are released after the wait.
  const annotator = watcher.annotateMev({ waitMs: 20 })
  watcher.on('transaction', ({ transaction, classification }) => {
    if (classification.type === 'swap') annotator.set(transaction.hash, toMev('backrun'))
  })
  const [all, reported]: [string[], string[]] = [[], []]
  watcher.watch({}, ({ transaction }) => all.push(transaction.hash))
  watcher.watch({ onlyMev: true }, ({ transaction, mev }) => reported.push(`${mev?.type} ${transaction.hash}`))
  const transfer = await send()
  const swap = await send({ to: router, data: swapData, value: toHex(parseEther('2')) })
  await until('both', () => all.length === 2)
  expect(reported).toEqual([`backrun ${swap}`])
  annotator.set(swap, toMev('sandwich'))
  expect(watcher.get(swap)?.mev?.type).toBe('sandwich')
  // A late finding reaches only those who wait for one, once.
  annotator.set(transfer, toMev('sandwich'))
  annotator.set(transfer, null)
  annotator.set(transfer, toMev('sandwich'))
  expect(reported).toEqual([`backrun ${swap}`, `sandwich ${transfer}`])
  expect(all.toSorted()).toEqual([swap, transfer].toSorted())
  expect(watcher.pending({ onlyMev: true })).toHaveLength(2)
  annotator.close()
  expect(watcher.pending({ onlyMev: true })).toEqual([])
})

it('resumes by sequence number, and throws if it cannot', async () => {
  await watch({ maxEvents: 4 })
  for (let n = 0; n < 3; n += 1) await send()
  await until('three', () => events.length === 3)
  await ask('evm_mine')
  await until('six', () => events.length === 6)
  const again: MempoolEvent[] = []
  watcher.follow((event) => again.push(event), { since: 2 })
  expect(again).toEqual(events.slice(2))
  expect(events.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5, 6])
  expect(events.map(({ transition }) => transition.kind)).toEqual([
    ...Array(3).fill('pending'),
    ...Array(3).fill('mined'),
  ])
  expect(() => watcher.follow(() => {}, { since: 1 })).toThrow(SequenceGoneError)
})

it('counts transactions first seen in blocks', async () => {
  await watch()
  const shown: Hex[] = []
  for (let n = 0; n < 12; n += 1) shown.push(await send({ value: toHex(n + 1) }))
  await until('shown', () => events.length === 12)
  // Sent and mined while the watcher was disconnected. Earlier transactions are still reported.
  await Promise.all(proxies.map((proxy) => proxy.setFault({ kind: 'refuse' })))
  await send({ from: bob })
  await ask('evm_mine')
  await Promise.all(proxies.map((proxy) => proxy.setFault({ kind: 'none' })))
  await until('mined', () => events.length === 24)
  expect(events.slice(12).map(({ entry }) => entry.transaction.hash)).toEqual(shown)
  await until('counted', () => watcher.stats().unseen === 1)
})

it('drops transactions that no provider knows after two lookups, and keeps the others', async () => {
  // Waits for an earlier nonce, however many blocks arrive.
  const kept = await send({ from: bob, nonce: toHex(5) })
  await watch({ goneAfterMs: 200 })
  const gone = await send()
  await until('both', () => events.length === 2)
  await ask('anvil_dropTransaction', gone)
  for (let n = 0; n < 8 || (n < 60 && events.length < 3); n += 1) {
    await ask('evm_mine')
    await sleep(150)
  }
  const ends = events.slice(2).map(({ entry, transition }) => [entry.transaction.hash, transition])
  expect(ends).toEqual([[gone, { kind: 'dropped', reason: 'gone' }]])
  expect(hashes(watcher.pending())).toEqual([kept])
})

it('reports a private sequencer queue, and still shows transactions of a provider', async () => {
  await using node = await createAnvil({ chainId: 42161, args: ['--no-mining'] })
  await using arbitrum = createProviderPool({ chain: chains.arbitrum, endpoints: [node.rpcUrl] })
  await using hidden = createMempoolWatcher({ pool: arbitrum })
  await until('a socket', () => arbitrum.report().endpoints.every(({ socket }) => socket))
  expect(hidden.status()).toMatchObject({ chain: 'arbitrum', visibility: 'sequencer', isConnected: true })
  const client = createPublicClient({ transport: http(node.rpcUrl) })
  const request = client.request as (args: unknown) => Promise<Hex>
  const hash = await request({ method: 'eth_sendTransaction', params: [{ from: alice, to: bob, value: '0x1' }] })
  await until('shown', () => hidden.get(hash) !== null)
})

it('is connected only while a provider answers, and rejects chains without a mempool', async () => {
  await watch()
  await Promise.all(proxies.map((proxy) => proxy.setFault({ kind: 'refuse' })))
  await until('not connected', () => !watcher.status().isConnected)
  await Promise.all(proxies.map((proxy) => proxy.setFault({ kind: 'none' })))
  await until('connected', () => watcher.status().isConnected)
  await using bitcoin = createProviderPool({ chain: chains.bitcoin, endpoints: [anvil.rpcUrl] })
  expect(() => createMempoolWatcher({ pool: bitcoin })).toThrow(NoMempoolError)
})

it('reads the pending transactions once, with a viem client and with a pool', async () => {
  await ask('evm_mine')
  const plain = await send()
  const swap = await send({ to: router, data: swapData, value: toHex(parseEther('2')) })
  const queued = await send({ nonce: toHex(9) })
  const client = createPublicClient({ chain: mainnet, transport: http(anvil.rpcUrl) })
  for (const asked of [client, pool]) {
    const found = await getPendingTransactions(asked)
    expect(hashes(found)).toEqual([plain, swap, queued].sort())
    const swaps = await getPendingTransactions(asked, { filter: { types: ['swap'] }, limit: 5 })
    expect(swaps).toMatchObject([{ transaction: { hash: swap }, symbols: ['WETH', 'USDC'] }])
  }
})

it('ignores another transaction than the one that was looked up', async () => {
  const transaction = { hash: toHex(1, { size: 32 }), from: alice, to: bob, input: '0x' } as const
  const show = (hash: Hex) => {
    watcher = createMempoolWatcher({
      pool: {
        ...pool,
        watchPendingTransactions(_, options) {
          setImmediate(() => options?.onSighting?.({ hash, transaction, provider: 'liar', atMs: 1 }))
          return () => {}
        },
      },
    })
  }
  show(toHex(2, { size: 32 }))
  await sleep(50)
  expect(watcher.status().pendingCount).toBe(0)
  await watcher.close()
  show(transaction.hash)
  await until('the honest answer', () => watcher.status().pendingCount === 1)
})

it('knows the nonces used by authorizations', async () => {
  const [a, b, c] = [1, 2, 3].map((n) => privateKeyToAccount(`0x${String(n).repeat(64)}`)) as PrivateKeyAccount[]
  for (const account of [a, b, c]) await ask('anvil_setBalance', account?.address, toHex(parseEther('10')))
  const delegate = { address: '0x00000000000000000000000000000000000000aa', chainId: 1 } as const
  const sign = async (from: PrivateKeyAccount | undefined, nonce: number, signer?: PrivateKeyAccount, used = 0) => {
    const fees = { maxFeePerGas: parseGwei('50'), maxPriorityFeePerGas: parseGwei('1') }
    const common = { chainId: 1, to: bob, nonce, gas: 100_000n, value: 1n, ...fees } as const
    const authorization = await signer?.signAuthorization({ ...delegate, nonce: used })
    return ask(
      'eth_sendRawTransaction',
      await from?.signTransaction(
        authorization === undefined
          ? { ...common, type: 'eip1559' }
          : { ...common, type: 'eip7702', authorizationList: [authorization] },
      ),
    )
  }
  await watch()
  await sign(a, 0, a, 1)
  await sign(b, 0)
  await ask('evm_mine')
  await sign(c, 0, b, 1)
  await ask('evm_mine')
  await until('both blocks', () => watcher.status().pendingCount === 0 && watcher.stats().nextBaseFeePerGas > 0n)
  const hashesOf = [await sign(a, 2), await sign(b, 2), await sign(c, 1)]
  await until('all', () => watcher.status().pendingCount === 3)
  expect(hashesOf.map(watcher.nonceState)).toEqual(['executable', 'executable', 'executable'])
  await ask('evm_mine')
  await until('mined', () => watcher.status().pendingCount === 0)
  expect(events.filter(({ transition }) => transition.kind === 'mined')).toHaveLength(6)
})
