import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { readRecordingLines } from '@outrigger/devnet/recorded'
import { describe, expect, it } from 'vitest'
import { createNode } from '../../createNode.ts'
import { openRpcSocket } from './fixtures/rpcSocket.ts'

type Exchange = {
  readonly request: { readonly id: number; readonly method: string; readonly params?: readonly unknown[] }
  readonly response: { readonly result?: unknown; readonly error?: object }
}
type Recorded = { readonly file: string; readonly exchanges: readonly Exchange[] }

const recorded = readRecordingLines<Recorded>('execution-apis/io_tests.ndjson.gz')
const exchanges = recorded.flatMap(({ file: name, exchanges: list }) =>
  list.map((exchange, index) => ({ name: `${name} #${index}`, ...exchange })),
)

/** Creates a node that replays recorded answers, by method and params, in the order of the record. */
async function createRecordedNode() {
  const answers = new Map<string, object[]>()
  const asked = ({ method, params = [] }: Pick<Exchange['request'], 'method' | 'params'>) =>
    JSON.stringify([method, params])
  const server = createServer((request, response) => {
    text(request).then((body) => {
      if (body === '') return response.writeHead(404).end()
      const calls: readonly Exchange['request'][] = [JSON.parse(body)].flat()
      const replies = calls.map((call) => {
        const said = answers.get(asked(call))?.[0] ?? fallback(call.method)
        return `{"jsonrpc":"2.0","id":${call.id},${toMember(said)}}`
      })
      response.setHeader('content-type', 'application/json')
      response.end(body.startsWith('[') ? `[${replies.join()}]` : replies[0])
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Sets the answer to the request of an exchange from now on. */
    play({ request, response: { result, error } }: Exchange) {
      answers.set(asked(request), [error === undefined ? { result } : { error }])
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Formats JSON differently from the gateway, so that the test detects a gateway that serializes it again. */
function toMember({ result, error }: { readonly result?: unknown; readonly error?: object }): string {
  return error === undefined
    ? `"result":${JSON.stringify(result, null, 1)}`
    : `"error":${JSON.stringify(error, null, 1)}`
}

// Answers from the recorded chain to the pool's own requests.
function fallback(method: string): object {
  const said = exchanges.find(({ request, response }) => request.method === method && response.result !== undefined)
  return said === undefined ? { error: { code: -32601, message: 'not recorded' } } : { result: said.response.result }
}

describe('the gateway before a recorded node', () => {
  it(`passes on ${exchanges.length} exchanges to the letter, over HTTP, as batches and over a socket`, async () => {
    expect(exchanges).toHaveLength(236)
    const upstream = await createRecordedNode()
    const chainId = Number(exchanges.find(({ request }) => request.method === 'eth_chainId')?.response.result)
    await using node = await createNode({
      chains: { ethereum: { endpoints: [{ url: upstream.url, wsUrl: false }], chainId } },
      // Refused unless it is listed.
      gateway: { allowMethods: ['*', 'testing_buildBlockV1'] },
    })
    const { gatewayUrl, gatewayWsUrl } = await node.listen({ port: 0, gatewayPort: 0 })
    const { secret } = await node.keys.create({ name: 'x', tier: 'unlimited', scopes: ['admin:account'] })
    const post = async (body: string) => {
      const init = { method: 'POST', body, headers: { 'x-api-key': secret } }
      return (await fetch(`${gatewayUrl}/ethereum/rpc`, init)).text()
    }
    const { socket, close } = await openRpcSocket(`${gatewayWsUrl}/ethereum/ws`, secret)
    const ask = (body: string) =>
      new Promise<string>((resolve) => {
        socket.once('message', (data) => resolve(String(data)))
        socket.send(body)
      })

    const wrong: string[] = []
    const judge = (how: string, name: string, got: string, expected: string) => {
      if (got !== expected) wrong.push(`${how} ${name}\n  got  ${got.slice(0, 300)}\n  want ${expected.slice(0, 300)}`)
    }
    for (const exchange of exchanges) {
      upstream.play(exchange)
      const { name, request, response } = exchange
      const body = JSON.stringify(request)
      const expected = (id: string) => `{"jsonrpc":"2.0","id":${id},${toMember(response)}}`
      judge('HTTP', name, await post(body), expected(String(request.id)))
      const other = body.replace(`"id":${request.id}`, '"id":"other"')
      judge('batch', name, await post(`[${body},${other}]`), `[${expected(String(request.id))},${expected('"other"')}]`)
      judge('socket', name, await ask(body), expected(String(request.id)))
    }
    close()
    upstream.close()
    expect(wrong).toEqual([])
  }, 60_000)
})
