import { createMemoryStore, createProviderPool, getChain, type Store } from '@outrigger/core'
import { createPoolClient } from '@outrigger/core/internal'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createBundler } from './bundler.ts'
import { InvalidBundleError, SimulationRefusedError, UnknownRelayError } from './errors.ts'
import { type BundleChain, coinbase, signerKey, startBundleChain } from './fixtures/bundleChain.ts'
import type { BundleRecord } from './record.ts'
import { simulateBundle } from './simulate/simulateBundle.ts'

let chain: BundleChain
/** Next nonces by account. */
const nonces: number[] = []
let count = 0

beforeAll(async () => {
  chain = await startBundleChain(['flashbots', 'titan'])
}, 60_000)
afterAll(() => chain?.[Symbol.asyncDispose]())

const nonceOf = (account: number) => {
  const nonce = nonces[account] ?? 0
  nonces[account] = nonce + 1
  return nonce
}
/** Waits for the final status of a record. */
const settled = (hash: string): Promise<BundleRecord | undefined> =>
  expect
    .poll(() => chain.bundler.get(hash), { timeout: 15_000, interval: 20 })
    .toSatisfy((record: BundleRecord) => record.status !== 'pending')
    .then(() => chain.bundler.get(hash))
const sentTo = (relay: string, method: string) =>
  chain.builder.received.filter((one) => one.relay === relay && one.method === method)
/** Signs transactions of an account that no other test uses. */
const signNew = async (account: number) => [
  { signed: await chain.sign(account, { nonce: 0, to: coinbase, value: 1n }) },
]

it('sends a bundle and reports its inclusion', async () => {
  const transactions = [
    { signed: await chain.sign(0, { nonce: nonceOf(0), expect: count }) },
    { signed: await chain.sign(1, { nonce: nonceOf(1), expect: count + 1, value: 7n }) },
  ]
  const simulation = await chain.bundler.simulateBundle({ transactions })
  expect(simulation).toMatchObject({ success: true, method: 'eth_simulateV1' })
  const record = await chain.bundler.sendBundle({ transactions })
  expect(record.submissions.map(({ outcome }) => outcome)).toEqual(['accepted', 'accepted'])
  const block = await chain.builder.build()
  expect(block.included).toEqual([record.hash])
  expect(await settled(record.hash)).toMatchObject({ status: 'included', includedBlock: block.number })
  count += 2
})

it('sends a bundle for each target block until it is included, and only once per block', async () => {
  const transactions = await signNew(2)
  const first = sentTo('titan', 'eth_sendBundle').length
  const sending = [1, 2, 3].map(() => chain.bundler.sendBundle({ transactions, blocks: 5, relays: ['titan'] }))
  const [{ hash, targets } = { hash: '', targets: [] }] = await Promise.all(sending)
  const before = sentTo('titan', 'eth_sendBundle').length
  expect(before).toBe(first + 1)
  for (let more = 1; more <= 2; more += 1) {
    await chain.builder.build({ minBid: 10n ** 18n })
    await expect.poll(() => sentTo('titan', 'eth_sendBundle').length, { timeout: 15_000 }).toBe(before + more)
  }
  // The bundle was already sent for this block.
  await chain.bundler.sendBundle({ transactions, targetBlock: BigInt(targets[2] ?? 0), relays: ['titan'] })
  await chain.builder.build()
  expect(await settled(hash)).toMatchObject({ status: 'included', includedBlock: targets[2], targets })
  expect(sentTo('titan', 'eth_sendBundle')).toHaveLength(before + 2)
})

it('cancels a bundle and sends it again on request', async () => {
  const transactions = await signNew(3)
  const { hash, uuid } = await chain.bundler.sendBundle({ transactions })
  expect(await chain.bundler.cancel(hash)).toMatchObject({ cancelled: true })
  expect(await chain.bundler.get(hash)).toMatchObject({ status: 'cancelled' })
  const again = await chain.bundler.sendBundle({ transactions })
  expect(again.submissions.map(({ outcome }) => outcome)).toEqual(['accepted', 'accepted'])
  expect(again).toMatchObject({ hash, status: 'pending', cancellation: null })
  expect(again.uuid).not.toBe(uuid)
  expect((await chain.builder.build()).included).toEqual([hash])
  expect(await settled(hash)).toMatchObject({ status: 'included' })
})

it('reports a contiguous bundle as failed if other transactions are between its own', async () => {
  const [[first], [second]] = [await signNew(4), await signNew(5)] as const
  const between = await chain.sign(6, { nonce: 0, to: coinbase, tipGwei: '9' })
  const transactions = [first, second].flatMap((one) => one ?? [])
  const strict = await chain.bundler.sendBundle({ transactions, contiguous: true })
  // The builder splits the bundle and inserts another transaction.
  await chain.builder.addRival([first?.signed ?? '0x', between, second?.signed ?? '0x'])
  expect((await chain.builder.build()).decisions.get(strict.hash)?.outcome).toBe('conflict')
  expect(await settled(strict.hash)).toMatchObject({ status: 'failed', failure: { kind: 'partial' } })
})

it('sends refunds only to relays that support them', async () => {
  const refund = { percent: 90, recipient: chain.accounts[7]?.address ?? '0x' } as const
  const { submissions } = await chain.bundler.sendBundle({ transactions: await signNew(7), refund })
  expect(submissions).toMatchObject([
    { outcome: 'unfit', message: 'the relay does not support refunds' },
    { outcome: 'accepted' },
  ])
  const [body] = JSON.parse(sentTo('titan', 'eth_sendBundle').at(-1)?.body ?? '').params
  expect(body).toMatchObject({ refundPercent: 90, refundRecipient: refund.recipient })
  await chain.builder.build()
})

it('sends a private transaction with its last block and cancels it', async () => {
  const [{ signed } = { signed: '0x' as const }] = await signNew(8)
  const head = await chain.client.getBlockNumber({ cacheTime: 0 })
  const sent = await chain.bundler.sendPrivateTransaction({ signed, relays: ['flashbots'], maxBlock: head + 3n })
  expect(sent.targets).toEqual([1, 2, 3].map((more) => Number(head) + more))
  const [body] = JSON.parse(sentTo('flashbots', 'eth_sendPrivateTransaction').at(-1)?.body ?? '').params
  expect(body).toMatchObject({ tx: signed, maxBlockNumber: `0x${(head + 3n).toString(16)}` })
  // Flashbots' result for a transaction that it already forwarded.
  chain.builder.setFault('flashbots', { answer: { body: '{"jsonrpc":"2.0","id":1,"result":false}' } })
  expect(await chain.bundler.cancel(sent.hash)).toMatchObject({
    cancelled: false,
    message: expect.stringMatching(/flashbots: the relay can no longer cancel it/),
  })
  chain.builder.setFault('flashbots', {})
  expect(await chain.bundler.get(sent.hash)).toMatchObject({ status: 'pending' })
  expect(await chain.bundler.cancel(sent.hash)).toMatchObject({ cancelled: true })
  expect((await chain.builder.build()).included).toEqual([])
  expect(await chain.bundler.get(sent.hash)).toMatchObject({ status: 'cancelled' })
})

it('reports a private transaction as expired after its last block', async () => {
  const [{ signed } = { signed: '0x' as const }] = await signNew(9)
  const head = await chain.client.getBlockNumber({ cacheTime: 0 })
  chain.builder.setFault('flashbots', { drop: true })
  const { hash } = await chain.bundler.sendPrivateTransaction({ signed, relays: ['flashbots'], maxBlock: head + 2n })
  chain.builder.setFault('flashbots', {})
  await chain.builder.build()
  await chain.builder.build()
  expect(await settled(hash)).toMatchObject({ status: 'expired' })
  expect(await chain.bundler.why(hash)).not.toEqual([])
})

it('keeps stored verdicts after a restart while it reads the blocks again', async () => {
  const { store, builder, rpcUrl } = chain
  const { hash, targets } = await chain.bundler.sendBundle({ transactions: await signNew(14) })
  await builder.build()
  const included = { status: 'included', includedBlock: targets[0] }
  expect(await settled(hash)).toMatchObject(included)
  const said: BundleRecord[] = []
  await using pool = createProviderPool({ chain: getChain('ethereum'), endpoints: [rpcUrl] })
  await using next = createBundler({ pool, store, relays: ['flashbots'] })
  next.on('status', (record) => said.push(record))
  await next.ready
  expect(await next.get(hash)).toMatchObject(included)
  expect(said).toEqual([])
})

it('rejects bundles that no relay can accept and sends nothing', async () => {
  const [one] = await signNew(10)
  const transactions = [one ?? { signed: '0x' as const }]
  const before = chain.builder.received.length
  const recipient = chain.accounts[0]?.address ?? '0x'
  for (const [parameters, says] of [
    [{ transactions: [] }, /has 0 transactions/],
    [{ transactions: [...transactions, ...transactions] }, /Transaction 1 is in the bundle twice/],
    [{ transactions, blocks: 0 }, /0 blocks/],
    [{ transactions, blocks: 26 }, /26 blocks/],
    [{ transactions, targetBlock: 0n }, /is in the past/],
    [{ transactions, targetBlock: 10n ** 9n }, /more than 1000 blocks after/],
    [{ transactions, minTimestamp: 1.5 }, /not a whole number of seconds/],
    [{ transactions, minTimestamp: 9_000_000_000, maxTimestamp: 8_000_000_000 }, /maximum timestamp below/],
    [{ transactions, refund: { percent: 101, recipient } }, /1 to 100 percent/],
    [{ transactions, refund: { percent: 5, recipient: '0x12' } }, /1 to 100 percent/],
    [{ transactions: [{ signed: await chain.sign(11, { nonce: 0, value: 10n ** 24n }) }] }, /may cost/],
    [{ transactions: [{ signed: await chain.sign(11, { nonce: 0, gas: 10n ** 9n }) }] }, /above the block gas limit/],
  ] as const) {
    const error = await chain.bundler.sendBundle(parameters).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(InvalidBundleError)
    expect((error as Error).message).toMatch(says)
  }
  for (const relays of [[], ['nobody']])
    await expect(chain.bundler.sendBundle({ transactions, relays })).rejects.toThrow(UnknownRelayError)
  expect(chain.builder.received).toHaveLength(before)
})

it('returns the error of a builder’s node that rejects a simulation', async () => {
  const endpoints = [{ url: chain.builder.nodeUrl, wsUrl: false }] as const
  await using pool = createProviderPool({ chain: getChain('ethereum'), endpoints })
  const transactions = [{ signed: await chain.sign(12, { nonce: 0, maxFeeGwei: '0.001', tipGwei: '0.001' }) }]
  const simulating = simulateBundle(createPoolClient(pool), { transactions })
  await expect(simulating).rejects.toThrow(SimulationRefusedError)
  await expect(simulating).rejects.toThrow(/max fee per gas less than block base fee/)
})

it('continues if the store rejects a relay’s reply while another relay hangs', async () => {
  const memory = createMemoryStore()
  const { received } = chain.builder
  const before = received.length
  let isFull = true
  const store: Store = {
    ...memory,
    // Blocks writes after the first request.
    commit: (...changes) =>
      isFull && received.length > before ? Promise.reject(new RangeError('disk full')) : memory.commit(...changes),
  }
  const { flashbots, titan } = chain.builder.urls
  const relays = [
    { name: 'flashbots', url: flashbots ?? '', timeoutMs: 500 },
    { name: 'titan', url: titan ?? '' },
  ]
  await using bundler = createBundler({ pool: chain.pool, store, relays, signerKey })
  const failures: unknown[] = []
  bundler.on('failure', (error) => failures.push(error))
  chain.builder.setFault('flashbots', { hang: true })
  // The bundle was sent, so its status depends only on the chain.
  const { submissions } = await bundler.sendBundle({ transactions: await signNew(13) })
  expect(submissions).toMatchObject([{ outcome: 'sending' }, { outcome: 'sending' }])
  await expect.poll(() => failures.length, { timeout: 15_000 }).toBeGreaterThanOrEqual(2)
  isFull = false
  chain.builder.setFault('flashbots', {})
})
