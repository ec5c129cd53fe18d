import { type Anvil, createAnvil } from '@outrigger/devnet'
import { createReplayNode, ReplayError } from '@outrigger/devnet/replay'
import { createTestClient, type Hex, http, padHex } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createNode, type OutriggerNode } from '../../createNode.ts'
import type { Listening } from '../../node/listening.ts'
import { openStream, type StreamSocket } from '../fixtures/streamSocket.ts'

const emitter: Hex = '0x00000000000000000000000000000000000000e1'
const topic = padHex('0xaa')

let anvil: Anvil
let node: OutriggerNode
let at: Listening
let key: string
const ask = (method: string, ...params: readonly unknown[]) =>
  createTestClient({ mode: 'anvil', transport: http(anvil.rpcUrl) }).request({ method, params } as never)

/** Solana blocks by slot. Missing slots were skipped. */
const slots = new Map([[10, { blockhash: 'a', previousBlockhash: '-' }]])
const solana = () =>
  createReplayNode({
    rpc(method, params) {
      if (method === 'getSlot') return Math.max(...slots.keys())
      if (method === 'getGenesisHash') return '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d'
      const block = slots.get((params as readonly [number])[0])
      if (method !== 'getBlock') return undefined
      return block ? { ...block, parentSlot: 0, blockTime: 1_700_000_000 } : new ReplayError(-32007, 'skipped')
    },
  })
let replay: Awaited<ReturnType<typeof solana>>

beforeAll(async () => {
  ;[anvil, replay] = await Promise.all([createAnvil({ chainId: 1, args: ['--no-mining'] }), solana()])
  // log1(0, 0, the word in its calldata)
  await ask('anvil_setCode', emitter, '0x5f355f5fa1')
  const chains = { ethereum: { endpoints: [anvil.rpcUrl] }, solana: { endpoints: [replay.url] } }
  node = await createNode({ chains, log: 'silent' })
  at = await node.listen({ port: 0, gatewayPort: 0 })
  key = (await node.keys.create({ name: 'all', scopes: ['admin:account'], tier: 'unlimited' })).secret
})
afterAll(async () => {
  await node?.close()
  await anvil?.close()
  await replay?.[Symbol.asyncDispose]()
})

async function takeUntil(stream: StreamSocket, hash: Hex) {
  for (;;) {
    const message = await stream.next()
    if (message.data?.hash === hash) return message
  }
}
async function open(chain: string) {
  const stream = await openStream(`${at.wsUrl}/ws/v1/${chain}`, key)
  return { ...stream, greeting: await stream.next() }
}
/** @returns the hash of the block */
async function mine(): Promise<Hex> {
  await ask('evm_mine')
  return ((await ask('eth_getBlockByNumber', 'latest', false)) as { readonly hash: Hex }).hash
}
/** The new block has a transaction, because an empty block mined in the same second would have the same hash. */
async function replaceLast(): Promise<void> {
  const [from] = (await ask('eth_accounts')) as readonly Hex[]
  await ask('anvil_reorg', 1, [[{ from, to: emitter, gas: '0x20000' }, 0]])
}
async function emitLog(value: Hex): Promise<Hex> {
  const [from] = (await ask('eth_accounts')) as readonly Hex[]
  const hash = (await ask('eth_sendTransaction', { from, to: emitter, data: value, gas: '0x20000' })) as Hex
  await mine()
  return hash
}

describe('blocks', () => {
  it('of an EVM chain come once and in order, and again as removed', async () => {
    const stream = await open('ethereum')
    expect(stream.greeting).toEqual({ type: 'connected', chain: 'ethereum', channels: ['newHeads', 'logs'] })
    stream.say({ action: 'subscribe', channel: 'newHeads' })
    const answer = { channel: 'newHeads', subscribed: true, subscription_id: 'sub_1' }
    expect(await stream.next()).toMatchObject(answer)
    expect(await stream.next()).toMatchObject({ channel: 'newHeads', subscription_id: 'sub_1', data: { number: 0 } })
    await mine()
    await mine()
    const [one, two] = await stream.take(2)
    expect([one.data.number, two.data.number, two.data.parent_hash]).toEqual([1, 2, one.data.hash])
    expect(Date.parse(two.data.timestamp)).toBeGreaterThan(Date.now() - 600_000)
    await replaceLast()
    const [gone, anew] = await stream.take(2)
    expect(gone.data).toEqual({ ...two.data, removed: true })
    expect(anew.data).toMatchObject({ number: 2, removed: false })
    stream.close()
  })

  it('of Solana come by slot, over those that were skipped', async () => {
    const stream = await open('solana')
    expect(stream.greeting.channels).toEqual(['slots'])
    stream.say({ action: 'subscribe', channel: 'slots' })
    expect(await stream.next()).toMatchObject({ channel: 'slots', subscribed: true })
    expect((await stream.next()).data).toEqual({
      slot: 10,
      hash: 'a',
      parent_hash: '-',
      timestamp: '2023-11-14T22:13:20.000Z',
      removed: false,
    })
    slots.set(12, { blockhash: 'b', previousBlockhash: 'a' }).set(13, { blockhash: 'c', previousBlockhash: 'b' })
    expect((await stream.take(2)).map(({ data }) => [data.slot, data.hash])).toEqual([
      [12, 'b'],
      [13, 'c'],
    ])
    stream.close()
  })
})

it('logs come through their filter', async () => {
  const stream = await open('ethereum')
  stream.say({ action: 'subscribe', channel: 'logs', params: { address: emitter, topics: [[topic, padHex('0xbb')]] } })
  expect(await stream.next()).toMatchObject({ channel: 'logs', subscribed: true, subscription_id: 'sub_1' })
  await emitLog(padHex('0xcc'))
  const hash = await emitLog(topic)
  expect((await stream.next()).data).toMatchObject({
    address: emitter,
    topics: [topic],
    data: '0x',
    transaction_hash: hash,
    log_index: 0,
    removed: false,
  })
  stream.close()
})

describe('a client that comes back', () => {
  it('gets what it missed by the cursor of its last event', async () => {
    const first = await open('ethereum')
    first.say({ action: 'subscribe', channel: 'newHeads' })
    const [, { cursor }] = await first.take(2)
    first.close()
    await first.closed
    await mine()
    await mine()
    await mine()
    // Another listener shows that the blocks have arrived.
    const witness = await open('ethereum')
    witness.say({ action: 'subscribe', channel: 'newHeads', cursor })
    const [reported, ...missed] = await witness.take(4)
    expect(reported.resumed).toBe(true)
    const again = await open('ethereum')
    again.say({ action: 'subscribe', channel: 'newHeads', cursor: missed[0].cursor })
    const [, ...rest] = await again.take(3)
    expect(rest).toEqual(missed.slice(1))
    for (const stream of [witness, again]) stream.close()
  })

  it('goes on at another node that has the channel open, after a reorganisation too', async () => {
    const other = await createNode({ chains: { ethereum: { endpoints: [anvil.rpcUrl] } }, log: 'silent' })
    const { wsUrl } = await other.listen({ port: 0, gatewayPort: 0 })
    const { secret } = await other.keys.create({ name: 'all', scopes: ['admin:account'], tier: 'unlimited' })
    const openOther = async () => {
      const stream = await openStream(`${wsUrl}/ws/v1/ethereum`, secret)
      await stream.next()
      return stream
    }
    const [here, there] = [await open('ethereum'), await openOther()]
    for (const stream of [here, there]) {
      stream.say({ action: 'subscribe', channel: 'newHeads' })
      await stream.next()
    }
    // The current block comes first, unless the node already followed the chain.
    const hash = await mine()
    const [last] = await Promise.all([here, there].map((stream) => takeUntil(stream, hash)))
    here.close()
    // Wait for each block, so that none replaces another unnoticed.
    const missed = [await takeUntil(there, await mine())]
    await replaceLast()
    missed.push(...(await there.take(2)))
    missed.push(await takeUntil(there, await mine()))
    const back = await openOther()
    back.say({ action: 'subscribe', channel: 'newHeads', cursor: last.cursor })
    const [answer, ...rest] = await back.take(5)
    expect(answer.resumed).toBe(true)
    expect(rest.map(({ data }) => data)).toEqual(missed.map(({ data }) => data))
    expect(rest.map(({ data }) => data.removed)).toEqual([false, true, false, false])
    for (const stream of [there, back]) stream.close()
    await other.close()
  })

  it('is told when what it missed is not known any more', async () => {
    const stream = await open('ethereum')
    for (const cursor of ['nonsense', 'AAAAAAAA.1', '.'])
      stream.say({ action: 'subscribe', channel: 'newHeads', cursor })
    const answers = (await stream.take(6)).filter(({ type }) => type === 'subscribed')
    expect(answers.map(({ resumed }) => resumed)).toEqual([false, false, false])
    stream.close()
  })
})

it.each([
  [{ channel: 'newBlocks' }, 'channel'],
  [{ channel: 'logs', params: { address: 'x' } }, 'address'],
  [{ channel: 'logs', params: { topic: [] } }, 'params.topic'],
  [{ channel: 'logs', params: { topics: ['0x1'] } }, 'params.topics'],
  [{ channel: 'newHeads', params: {} }, 'params'],
  [{ channel: 'newHeads', cursor: 5 }, 'cursor'],
])('refuses %o, and goes on', async (message, part) => {
  const stream = await open('ethereum')
  stream.say({ action: 'subscribe', ...message })
  const { type, message: text } = await stream.next()
  expect([type, text]).toEqual(['error', expect.stringContaining(part)])
  stream.say({ action: 'subscribe', channel: 'newHeads' })
  expect(await stream.next()).toMatchObject({ subscribed: true })
  stream.close()
})

it('says what a chain lacks: a provider, or logs', async () => {
  const stream = await open('solana')
  stream.say({ action: 'subscribe', channel: 'logs' })
  expect(await stream.next()).toMatchObject({ type: 'error', message: expect.stringContaining('slots') })
  stream.close()
  const none = await open('polygon')
  expect([none.greeting.error, (await none.closed).code]).toEqual(['UPSTREAM_UNAVAILABLE', 1013])
})

it('is one of the streams of a shared connection', async () => {
  const token = await fetch(`${at.url}/v1/auth/token`, {
    method: 'POST',
    body: JSON.stringify({ grant_type: 'client_credentials' }),
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
  }).then(async (response) => ((await response.json()) as { readonly access_token: string }).access_token)
  const stream = await openStream(`${at.wsUrl}/api/v1/ws/connect?token=${token}`)
  expect((await stream.next()).type).toBe('connected')
  stream.say({ action: 'subscribe', stream: 'chain', chain: 'ethereum', channel: 'newHeads' })
  const [answer, head] = await stream.take(2)
  expect([answer.channel, head.channel, head.subscription_id]).toEqual(['newHeads', 'newHeads', answer.subscription_id])
  stream.close()
})
