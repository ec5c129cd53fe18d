import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type OutriggerNode, openNode } from '../../../createNode.ts'

type Place = { readonly node: OutriggerNode; readonly port: number; readonly key: string }

const upstream = createServer(async (request, response) => {
  const body = JSON.parse((await readText(request)) || 'null')
  if (body === null) return void response.writeHead(404).end()
  const replies = [body]
    .flat()
    .map(({ id, method, params }) =>
      method === 'refused'
        ? { jsonrpc: '2.0', id, error: { code: -32000, message: 'no', data: [1] } }
        : { jsonrpc: '2.0', id, result: method === 'eth_chainId' ? '0x1' : `ü${params[0] ?? ''}` },
    )
  response.end(JSON.stringify(Array.isArray(body) ? replies : replies[0]))
})
let places: { readonly on: Place; readonly off: Place }

async function start(hasFastLane: boolean): Promise<Place> {
  const url = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`
  const endpoints = [{ url, wsUrl: false as const, name: 'only' }]
  const config = { chains: { ethereum: { endpoints } }, gateway: { allowMethods: ['*', 'echo', 'refused'] } }
  const node = await openNode(config, {}, { gateway: { hasFastLane } })
  const { gatewayPort } = await node.listen({ port: 0, gatewayPort: 0 })
  const { secret } = await node.keys.create({ name: 'x', tier: 'free' })
  return { node, port: gatewayPort, key: secret }
}

beforeAll(async () => {
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve))
  places = { on: await start(true), off: await start(false) }
})
afterAll(async () => {
  for (const { node } of Object.values(places)) await node.close()
  upstream.closeAllConnections()
  upstream.close()
})

/** Returns the raw answer without its time. */
function ask({ port, key }: Place, content: string, path: string, header: string): Promise<string> {
  const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nX-Request-Id: same\r\n${header.replace('KEY', key)}`
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(`${head}\r\nContent-Length: ${Buffer.byteLength(content)}\r\n\r\n${content}`),
    )
    socket.on('error', reject).once('data', (data) => {
      socket.destroy()
      const [lines = '', body = ''] = String(data).split('\r\n\r\n')
      const same = lines.replace(/^Date: .*$/m, 'Date').replace(/age: \d+/, 'age')
      // The remaining fraction of a second depends on timing.
      resolve(`${same.replace(/^ratelimit: .*$/m, 'ratelimit')}\n\n${body}`)
    })
  })
}

const call = (method: string, params: unknown[] = []) => ({ jsonrpc: '2.0', id: 1, method, params })

it.each([
  ['a call', call('echo', [1])],
  ['an error of the node', call('refused')],
  ['a batch', [call('echo', [2]), call('refused')]],
  ['a notification', { jsonrpc: '2.0', method: 'echo', params: [] }],
  ['a refused method', call('anvil_mine')],
  ['a method of a higher tier', call('trace_block', ['0x1'])],
  ['no JSON', '{'],
  ['an empty batch', []],
  ['a wrong key', call('echo'), '/ethereum/rpc', 'X-API-Key: nonsense'],
  ['no key', call('echo'), '/ethereum/rpc', 'X-Any: thing'],
  ['a bearer', call('echo'), '/ethereum/rpc', 'Authorization: Bearer KEY'],
  ['a chain by its id', call('eth_chainId'), '/1/rpc'],
  ['an unknown chain', call('echo'), '/nowhere/rpc'],
  ['a chain without provider', call('echo'), '/base/rpc'],
])(
  'answers %s alike with the fast lane and without',
  async (_, body, path = '/ethereum/rpc', header = 'X-API-Key: KEY') => {
    const content = typeof body === 'string' ? body : JSON.stringify(body)
    const [on, off] = [await ask(places.on, content, path, header), await ask(places.off, content, path, header)]
    expect(on).toBe(off)
    expect(on).toMatch(/^HTTP\/1\.1 \d{3} /)
  },
)
