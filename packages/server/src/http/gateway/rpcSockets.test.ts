import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import type { Scope, Tier } from '@outrigger/api/contract'
import { type Anvil, createAnvil } from '@outrigger/devnet'
import { createFaultProxy, type FaultProxy } from '@outrigger/devnet/faults'
import { createPublicClient, encodeAbiParameters, http, keccak256, parseEther, toHex } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { createNode, type OutriggerNode, openNode } from '../../createNode.ts'
import type { Listening } from '../../node/listening.ts'
import { openRpcSocket } from './fixtures/rpcSocket.ts'

let anvil: Anvil
let proxy: FaultProxy
let node: OutriggerNode
let at: Listening
let key: string

const mint = async (tier: Tier, scopes: Scope[] = ['stream:websocket', 'read:blockchain']) =>
  (await node.keys.create({ name: tier, tier, scopes })).secret
const open = (secret?: string, path = '/ethereum/ws') => openRpcSocket(at.gatewayWsUrl + path, secret)
const direct = async (method: string, params: unknown[] = []) => {
  const client = createPublicClient({ transport: http(anvil.rpcUrl) })
  return client.request({ method, params } as never) as Promise<string>
}
const [sender, receiver] = ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', `0x${'42'.repeat(20)}`]
const transfer = () => direct('eth_sendTransaction', [{ from: sender, to: receiver, value: toHex(parseEther('0.01')) }])

beforeAll(async () => {
  anvil = await createAnvil({ chainId: 1 })
  proxy = await createFaultProxy({ target: anvil.rpcUrl })
  const limits = { subscriptions: 3, pendingCalls: 20, bufferedBytes: 200_000 }
  node = await openNode({ chains: { ethereum: { endpoints: [proxy.url] } } }, {}, { gateway: { limits } })
  at = await node.listen({ port: 0, gatewayPort: 0 })
  key = await mint('unlimited')
})
afterAll(async () => {
  await node?.close()
  await proxy?.close()
  await anvil?.close()
})

it.each(['/nowhere/ws', '/nope'])(
  'an upgrade of %s that is refused has the limits of the key as any answer',
  async (path) => {
    const socket = new WebSocket(at.gatewayWsUrl + path, { headers: { 'x-api-key': await mint('starter') } })
    const [, response] = (await once(socket, 'unexpected-response')) as [unknown, IncomingMessage]
    response.resume()
    expect(response.statusCode).toBeGreaterThanOrEqual(400)
    const names = ['cu-limit', 'cu-remaining', 'cu-used', 'cu-reset', 'trace-cu-limit', 'trace-cu-remaining']
    for (const name of names) expect(response.headers[`x-ratelimit-${name}`], name).toMatch(/^\d+$/)
  },
)

it('a key in the path does as well', async () => {
  const { ask, close } = await open(undefined, `/ethereum/ws/${key}`)
  expect((await ask('eth_chainId')).result).toBe('0x1')
  close()
})

describe('calls over a socket', () => {
  it('are answered as over HTTP: single, batch, notification, malformed', async () => {
    const { ask, say, close } = await open(key)
    expect(await ask('eth_chainId')).toMatchObject({ jsonrpc: '2.0', result: '0x1' })
    expect((await ask('anvil_mine')).error.code).toBe(-32601)
    expect((await ask('eth_getBalance', ['0x1'])).error.code).toBe(-32602)
    const batch = [1, 2, 3].map((id) => `{"jsonrpc":"2.0","id":${id}.0,"method":"eth_chainId"}`)
    expect(await say(`[${batch.join()}]`)).toEqual([1, 2, 3].map((id) => ({ jsonrpc: '2.0', id, result: '0x1' })))
    expect(await say('{"jsonrpc":"2.0","method":"eth_chainId"}{')).toMatchObject({ id: null, error: { code: -32700 } })
    expect(await say('[]')).toMatchObject({ id: null, error: { code: -32600 } })
    close()
  })

  it('need the scope that they need over HTTP', async () => {
    const { ask, say, events, close } = await open(await mint('unlimited', ['stream:websocket']))
    const sends = { jsonrpc: '2.0', id: 1, method: 'eth_sendRawTransaction', params: ['0x02'] }
    const refused = {
      error: { code: 4100, data: { code: 'INSUFFICIENT_PERMISSIONS', required_scope: 'read:blockchain' } },
    }
    expect(await ask('eth_sendRawTransaction', ['0x02'])).toMatchObject(refused)
    expect(await ask('eth_chainId')).toMatchObject(refused)
    expect(await say(JSON.stringify([sends, { ...sends, id: 2 }]))).toMatchObject([refused, refused])
    // A subscription needs only the socket.
    const { result: id } = await ask('eth_subscribe', ['newHeads'])
    await direct('anvil_mine')
    await expect.poll(() => events(id).length).toBeGreaterThan(0)
    close()
  })

  it('are slowed down by their number, and all answered', async () => {
    const { ask, close } = await open(key)
    const answers = await Promise.all(
      Array.from({ length: 1000 }, (_, n) => ask('eth_getStorageAt', [receiver, toHex(n), 'latest'])),
    )
    expect(answers.filter(({ result }) => result !== undefined)).toHaveLength(1000)
    close()
  }, 20_000)

  it('under way beyond their number are not read', async () => {
    await proxy.setFault({ kind: 'slow', delayMs: 300 })
    const { socket, ask, close } = await open(key)
    const first = Array.from({ length: 20 }, (_, n) => ask('eth_getStorageAt', [receiver, toHex(n), 'pending']))
    await setTimeout(100)
    const before = performance.now()
    const pong = new Promise((resolve) => socket.once('pong', resolve))
    socket.ping()
    await pong
    expect(performance.now() - before).toBeGreaterThan(100)
    await Promise.all(first)
    await proxy.setFault({ kind: 'none' })
    close()
  })

  it('are bounded by the tier per second', async () => {
    const free = await open(await mint('free'))
    const batch = Array.from({ length: 12 }, (_, id) => ({ jsonrpc: '2.0', id, method: 'eth_chainId' }))
    const answers = await free.say(JSON.stringify(batch))
    expect(answers.map(({ id }: { id: number }) => id)).toEqual([...Array(12).keys()])
    expect(answers[0].result).toBe('0x1')
    expect(answers[11].error).toMatchObject({ code: -32005, data: { code: 'THROUGHPUT_EXCEEDED' } })
    free.close()
  })

  it('in binary frames are refused', async () => {
    const { socket, closed } = await open(key)
    socket.send(Buffer.from('{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}'))
    expect(await closed).toEqual({ code: 1003, reason: 'send JSON-RPC as text' })
  })

  it('larger than a message may be end the socket', async () => {
    const { socket, closed } = await open(key)
    socket.send('x'.repeat(5_300_000))
    expect((await closed).code).toBe(1009)
  })
})

describe('subscriptions', () => {
  it('newHeads brings headers, without bodies, in order', async () => {
    const { ask, events, close } = await open(key)
    const { result: id } = await ask('eth_subscribe', ['newHeads'])
    expect(id).toMatch(/^0x[0-9a-f]{32}$/)
    const before = Number(await direct('eth_blockNumber'))
    for (let i = 0; i < 3; i += 1) await direct('anvil_mine')
    await expect
      .poll(() => events(id).map(({ number }) => Number(number)), { timeout: 8000 })
      .toEqual(expect.arrayContaining([before + 1, before + 2, before + 3]))
    const [head] = events(id)
    expect(Object.keys(head)).toEqual(
      expect.arrayContaining(['hash', 'parentHash', 'logsBloom', 'baseFeePerGas', 'timestamp']),
    )
    for (const body of ['transactions', 'uncles', 'withdrawals']) expect(head).not.toHaveProperty(body)
    expect((await ask('eth_unsubscribe', [id])).result).toBe(true)
    const count = events(id).length
    await direct('anvil_mine')
    await ask('eth_blockNumber')
    expect(events(id)).toHaveLength(count)
    close()
  }, 15_000)

  it('newPendingTransactions brings hashes, or whole transactions', async () => {
    const { ask, events, close } = await open(key)
    const hashes = (await ask('eth_subscribe', ['newPendingTransactions'])).result
    const full = (await ask('eth_subscribe', ['newPendingTransactions', true])).result
    await direct('evm_setAutomine', [false])
    await setTimeout(300)
    const sent = [await transfer(), await transfer()]
    await expect.poll(() => events(hashes), { timeout: 8000 }).toEqual(expect.arrayContaining(sent))
    await expect
      .poll(() => events(full).map(({ hash }) => hash), { timeout: 8000 })
      .toEqual(expect.arrayContaining(sent))
    expect(events(full)[0]).toMatchObject({ from: sender.toLowerCase(), to: receiver })
    await direct('evm_setAutomine', [true])
    await direct('anvil_mine')
    close()
  }, 20_000)

  it('logs brings what matches, and what a reorganisation takes back', async () => {
    const emitter = `0x${'e1'.repeat(20)}`
    const topic = keccak256('0x01')
    // PUSH32 topic, PUSH1 0, PUSH1 0, LOG1
    await direct('anvil_setCode', [emitter, `0x7f${topic.slice(2)}60006000a100`])
    const { ask, events, close } = await open(key)
    const all = (await ask('eth_subscribe', ['logs', { address: emitter }])).result
    const none = (
      await ask('eth_subscribe', [
        'logs',
        { address: emitter, topics: [[encodeAbiParameters([{ type: 'uint256' }], [7n])]] },
      ])
    ).result
    const hash = await direct('eth_sendTransaction', [{ from: sender, to: emitter }])
    await expect
      .poll(() => events(all), { timeout: 8000 })
      .toMatchObject([{ address: emitter, topics: [topic], transactionHash: hash, removed: false }])
    await direct('anvil_reorg', [1, []])
    await direct('anvil_mine')
    await expect.poll(() => events(all).map(({ removed }) => removed), { timeout: 8000 }).toEqual([false, true])
    expect(events(none)).toEqual([])
    close()
  }, 25_000)

  it('syncing tells the state at once', async () => {
    const { ask, events, close } = await open(key)
    const { result: id } = await ask('eth_subscribe', ['syncing'])
    await expect.poll(() => events(id), { timeout: 3000 }).toEqual([false])
    close()
  })

  it.each([
    [{ denyMethods: ['eth_getLogs'] }, ['logs']],
    [{ denyMethods: ['eth_subscribe'] }, ['logs', 'newHeads']],
    [{ allowMethods: ['eth_call'] }, ['logs', 'newHeads']],
    [{ allowMethods: ['eth_subscribe'] }, []],
  ] as const)('follow the policy of methods: %j', async (gateway, refused) => {
    await using limited = await createNode({ chains: { ethereum: { endpoints: [anvil.rpcUrl] } }, gateway })
    const { gatewayWsUrl } = await limited.listen({ port: 0, gatewayPort: 0 })
    const { secret } = await limited.keys.create({ name: 'a', tier: 'unlimited', scopes: ['read:blockchain', 'stream:websocket'] }) // biome-ignore format: one call
    const { ask, close } = await openRpcSocket(`${gatewayWsUrl}/ethereum/ws`, secret)
    for (const kind of ['logs', 'newHeads']) {
      const { result, error } = await ask('eth_subscribe', [kind])
      if ((refused as readonly string[]).includes(kind))
        expect(error).toMatchObject({
          code: -32601,
          message: expect.stringMatching(/^The method eth_subscribe.* does not exist\/is not available$/),
        })
      else expect((await ask('eth_unsubscribe', [result])).result).toBe(true)
    }
    close()
  })

  it('that make no sense are refused in words', async () => {
    const { ask, close } = await open(key)
    const wrong: unknown[][] = [
      [],
      ['nothing'],
      ['logs', 3],
      ['logs', { address: '0x1' }],
      ['logs', { topics: [['0x1']] }],
      ['logs', { topics: [null, null, null, null, null] }],
    ]
    for (const params of wrong) expect((await ask('eth_subscribe', params)).error.code).toBe(-32602)
    for (const params of [[], ['0x1'], [7]])
      expect((await ask('eth_unsubscribe', params)).error).toEqual({ code: -32000, message: 'subscription not found' })
    for (let i = 0; i < 3; i += 1) expect((await ask('eth_subscribe', ['newHeads'])).result).toBeDefined()
    expect((await ask('eth_subscribe', ['newHeads'])).error).toMatchObject({ code: -32005 })
    close()
  })

  it('are for sockets only', async () => {
    const response = await fetch(`${at.gatewayUrl}/ethereum/rpc`, {
      method: 'POST',
      headers: { 'x-api-key': await mint('unlimited', ['read:blockchain']) },
      body: '{"jsonrpc":"2.0","id":1,"method":"eth_subscribe","params":["newHeads"]}',
    })
    expect(await response.json()).toMatchObject({
      id: 1,
      error: { code: -32601, message: 'notifications not supported' },
    })
  })

  it('of one kind cost one upstream stream, however many there are', async () => {
    const sockets = await Promise.all(Array.from({ length: 50 }, () => open(key)))
    const before = proxy.stats.openWebSockets
    const asked = { ...proxy.stats.byMethod }
    const names = await Promise.all(sockets.map(async ({ ask }) => (await ask('eth_subscribe', ['newHeads'])).result))
    const number = Number(await direct('eth_blockNumber'))
    await direct('anvil_mine')
    await expect
      .poll(
        () => sockets.every(({ events }, i) => events(names[i]).some((head) => Number(head.number) === number + 1)),
        { timeout: 8000 },
      )
      .toBe(true)
    expect(proxy.stats.openWebSockets - before).toBeLessThanOrEqual(1)
    expect((proxy.stats.byMethod['eth_subscribe'] ?? 0) - (asked['eth_subscribe'] ?? 0)).toBeLessThanOrEqual(2)
    for (const { close } of sockets) close()
  }, 20_000)
})

describe('sockets', () => {
  it('without a right are told so in a close frame', async () => {
    for (const secret of [undefined, 'wrong'])
      expect(await (await open(secret)).closed).toEqual({ code: 1008, reason: 'authentication required' })
    expect((await (await open(await mint('free', ['read:blockchain']))).closed).reason).toContain('stream:websocket')
  })

  it('of a key are as many as its tier allows', async () => {
    const secret = await mint('free')
    const first = await open(secret)
    const { code, reason } = await (await open(secret)).closed
    expect([code, reason]).toEqual([1008, 'too many connections: the tier "free" allows 1'])
    expect((await first.ask('eth_chainId')).result).toBe('0x1')
    first.close()
    await first.closed
    await expect
      .poll(async () => {
        const again = await open(secret)
        const answer = await Promise.race([again.ask('eth_chainId'), again.closed])
        again.close()
        return answer.result
      })
      .toBe('0x1')
  })

  it('end with their key', async () => {
    const { key: revoked, secret } = await node.keys.create({ name: 'x', scopes: ['stream:websocket'] })
    const { closed } = await open(secret)
    await node.keys.revoke(revoked.id)
    expect(await closed).toEqual({ code: 1008, reason: 'authentication required' })
  })

  it('go nowhere else', async () => {
    await expect(open(key, '/atlantis/ws')).rejects.toThrow('400')
    await expect(open(key, '/base/ws')).rejects.toThrow('503')
    await expect(open(key, '/nowhere')).rejects.toThrow('404')
  })

  it('that do not answer pings are dropped', async () => {
    const chains = { ethereum: { endpoints: [anvil.rpcUrl] } }
    await using brisk = await openNode({ chains }, {}, { gateway: { limits: { pingIntervalMs: 300 } } })
    const { gatewayPort } = await brisk.listen({ port: 0, gatewayPort: 0 })
    const { secret } = await brisk.keys.create({ name: 'x', scopes: ['stream:websocket'] })
    const socket = await rawUpgrade(gatewayPort, secret)
    await new Promise((resolve) => socket.once('close', resolve))
  })

  it('that do not read are closed before they cost memory', async () => {
    const large = `0x${'1a'.repeat(20)}`
    await direct('anvil_setCode', [large, `0x${'00'.repeat(250_000)}`])
    const { socket, closed } = await open(key)
    socket.pause()
    // More than the kernel buffers for a reader that has stopped.
    for (let id = 0; id < 60; id += 1) {
      socket.send(JSON.stringify({ jsonrpc: '2.0', id, method: 'eth_getCode', params: [large, 'latest'] }))
      await setTimeout(20)
    }
    socket.resume()
    expect((await closed).code).toBe(1013)
  }, 20_000)
})

/** Opens a WebSocket that never answers. */
function rawUpgrade(port: number, secret: string): Promise<import('node:net').Socket> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(
        `GET /ethereum/ws HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nX-API-Key: ${secret}\r\n` +
          'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
      ),
    )
    socket.on('error', () => {}).once('data', () => resolve(socket))
  })
}
