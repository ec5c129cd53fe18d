import { createClient, type OutriggerClient } from '@outrigger/api'
import { type Anvil, createAnvil } from '@outrigger/devnet'
import { createTestClient, type Hex, http, padHex } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import { createNode, type OutriggerNode } from '../../createNode.ts'

const emitter: Hex = '0x00000000000000000000000000000000000000e1'
const patient = { timeout: 30_000 }

let anvil: Anvil
let node: OutriggerNode
let url: string
let apiKey: string
let clients: OutriggerClient[] = []

/** Sockets that can be cut. While the line is down, they cannot connect. */
const line = { sockets: new Set<WebSocket>(), isDown: false }
class CutSocket extends WebSocket {
  constructor(address: string) {
    super(line.isDown ? 'ws://127.0.0.1:9' : address)
    line.sockets.add(this)
  }
}
function cut(): void {
  line.isDown = true
  for (const socket of line.sockets) socket.terminate()
  line.sockets.clear()
}

const ask = (method: string, ...params: readonly unknown[]): Promise<unknown> =>
  createTestClient({ mode: 'anvil', transport: http(anvil.rpcUrl) }).request({ method, params } as never)
const mine = (blocks = 1) => ask('anvil_mine', `0x${blocks.toString(16)}`)
const connect = (isCut: boolean) => {
  const client = createClient({ url, apiKey, ...(isCut && { WebSocket: CutSocket as never }) })
  clients.push(client)
  return client
}

beforeAll(async () => {
  anvil = await createAnvil({ chainId: 1, args: ['--no-mining'] })
  // log1(0, 0, the word in its calldata)
  await ask('anvil_setCode', emitter, '0x5f355f5fa1')
  await mine()
  node = await createNode({ chains: { ethereum: { endpoints: [anvil.rpcUrl] } }, log: 'silent' })
  url = (await node.listen({ port: 0, gatewayPort: 0 })).url
  apiKey = (await node.keys.create({ name: 'all', scopes: ['admin:account'], tier: 'unlimited' })).secret
}, 60_000)
afterEach(async () => {
  for (const client of clients) await client.close()
  clients = []
  line.isDown = false
})
afterAll(async () => {
  await node?.close()
  await anvil?.close()
})

/** Watches blocks, and waits for the current one. */
async function watchBlocks(client: OutriggerClient) {
  const numbers: bigint[] = []
  const gaps: unknown[] = []
  const errors: unknown[] = []
  client.chain.watchBlocks('ethereum', {
    onBlock: ({ number, removed }) => numbers.push(removed ? -number : number),
    onGap: (gap) => gaps.push(gap),
    onError: (error) => errors.push(error),
  })
  await vi.waitFor(() => expect(numbers.length).toBeGreaterThan(0), patient)
  return { numbers, gaps, errors }
}
const range = (from: bigint, count: number) => Array.from({ length: count }, (_, index) => from + BigInt(index))

describe('a client that watches a chain', () => {
  it('gets every block once, over its own path and over the shared one with a token, as the chain has them', async () => {
    const [own, shared] = await Promise.all([watchBlocks(connect(false)), watchBlocks(connect(true))])
    await mine(3)
    for (const { numbers, gaps, errors } of [own, shared]) {
      await vi.waitFor(() => expect(numbers.length).toBeGreaterThanOrEqual(4), patient)
      expect(numbers).toEqual(range(numbers[0] as bigint, 4))
      expect([gaps, errors]).toEqual([[], []])
    }
    const seen: unknown[] = []
    connect(false).chain.watchBlocks('ethereum', { onBlock: (block) => seen.push(block), onError: () => {} })
    await vi.waitFor(() => expect(seen).toHaveLength(1), patient)
    const block = (await ask('eth_getBlockByNumber', 'latest', false)) as Record<string, Hex>
    expect(seen).toEqual([
      {
        number: BigInt(block['number'] as Hex),
        timestamp: BigInt(block['timestamp'] as Hex),
        hash: block['hash'],
        parentHash: block['parentHash'],
        removed: false,
      },
    ])
  }, 60_000)

  it('goes on where it was after a lost connection: nothing missing, nothing twice, no gap', async () => {
    const { numbers, gaps, errors } = await watchBlocks(connect(true))
    const first = numbers[0] as bigint
    for (let round = 1; round <= 3; round += 1) {
      await mine()
      await vi.waitFor(() => expect(numbers).toHaveLength(3 * round - 1), patient)
      cut()
      await mine(2)
      line.isDown = false
      await vi.waitFor(() => expect(numbers).toHaveLength(3 * round + 1), patient)
    }
    expect(numbers).toEqual(range(first, 10))
    expect(gaps).toEqual([])
    expect(errors.length).toBeGreaterThanOrEqual(3)
  }, 60_000)

  it('is told of a gap where the node does not know its cursor any more', async () => {
    const { numbers, gaps } = await watchBlocks(connect(true))
    const witness = await watchBlocks(connect(false))
    cut()
    // More than the node keeps.
    await mine(1_100)
    const last = BigInt((await ask('eth_blockNumber')) as Hex)
    await vi.waitFor(() => expect(witness.numbers.at(-1)).toBe(last), patient)
    line.isDown = false
    await vi.waitFor(() => expect(numbers.at(-1)).toBe(last), patient)
    expect(gaps).toEqual([{ dropped: null }])
  }, 90_000)

  it('gets logs that match, those of a lost connection too, and those that a reorganisation takes back', async () => {
    const [from] = (await ask('eth_accounts')) as readonly Hex[]
    const emit = async (topic: Hex) => {
      await ask('eth_sendTransaction', { from, to: emitter, data: topic, gas: '0x20000' })
      await mine()
    }
    const logs: [topic: Hex | undefined, removed: boolean][] = []
    const gaps: unknown[] = []
    const [wanted, other, missed] = [padHex('0xaa'), padHex('0xbb'), padHex('0xcc')]
    // The first block shows that the subscription is active.
    connect(true).chain.watchLogs('ethereum', {
      address: emitter,
      topics: [[wanted, missed]],
      onLog: ({ topics, removed }) => logs.push([topics[0], removed]),
      onGap: (gap) => gaps.push(gap),
      onError: () => {},
    })
    await vi.waitFor(async () => {
      await emit(wanted)
      expect(logs.length).toBeGreaterThan(0)
    }, patient)
    await vi.waitFor(() => expect(new Set(logs.map(([topic]) => topic))).toEqual(new Set([wanted])), patient)
    cut()
    await emit(other)
    await emit(missed)
    line.isDown = false
    await vi.waitFor(() => expect(logs.at(-1)).toEqual([missed, false]), patient)
    await ask('anvil_reorg', 1, [])
    await vi.waitFor(() => expect(logs.at(-1)).toEqual([missed, true]), patient)
    expect(logs.filter(([topic]) => topic === missed)).toEqual([
      [missed, false],
      [missed, true],
    ])
    expect(logs.some(([topic]) => topic === other)).toBe(false)
    expect(gaps).toEqual([])
  }, 90_000)
})
