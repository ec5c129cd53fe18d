import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { serve } from '../listen.ts'

export type RpcError = { readonly code: number; readonly message: string; readonly data?: unknown }

export type ReplayAnswers = {
  /**
   * Returns the result of a JSON-RPC call: a value, its JSON text as a {@link RawJson}, an error, or a promise of one.
   * `undefined` means that the node does not have the method.
   */
  readonly rpc?: (method: string, params: unknown) => unknown
  /** Returns the answer to a GET of a path with its query. `undefined` gives a 404. */
  readonly get?: (path: string) => { readonly status?: number; readonly body: unknown } | undefined
  /** HTTP status of JSON-RPC errors. Bitcoin Core uses 500. @default 200 */
  readonly errorStatus?: number
}

/** JSON text that is sent unchanged, with all digits of its numbers. */
export class RawJson {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** A JSON-RPC error. */
export class ReplayError {
  readonly error: RpcError
  constructor(code: number, message: string, data?: unknown) {
    this.error = data === undefined ? { code, message } : { code, message, data }
  }
}

/** Creates a node on 127.0.0.1 that replays recorded answers of real nodes and records the requests. */
export async function createReplayNode({ rpc, get, errorStatus = 200 }: ReplayAnswers) {
  const asked: string[] = []
  const headers: IncomingHttpHeaders[] = []

  async function answerCall(id: unknown, method: string, params: unknown, response: ServerResponse): Promise<void> {
    asked.push(method)
    const found = await rpc?.(method, params)
    const result = found === undefined ? new ReplayError(-32601, 'Method not found') : found
    const head = `{"jsonrpc":"2.0","id":${JSON.stringify(id)},`
    const isError = result instanceof ReplayError
    const rest = isError
      ? `"error":${JSON.stringify(result.error)}}`
      : `"result":${result instanceof RawJson ? result.text : JSON.stringify(result)}}`
    response.writeHead(isError ? errorStatus : 200, { 'content-type': 'application/json' }).end(head + rest)
  }

  function answerGet(path: string, response: ServerResponse): void {
    asked.push(path)
    const { status = 200, body } = get?.(path) ?? { status: 404, body: 'Not Found' }
    const isText = typeof body === 'string'
    const json = body instanceof RawJson ? body.text : JSON.stringify(body)
    response.writeHead(status, { 'content-type': isText ? 'text/plain' : 'application/json' }).end(isText ? body : json)
  }

  const server = createServer(async (request, response) => {
    if (request.method === 'GET') return answerGet(request.url ?? '/', response)
    if (rpc === undefined) return void response.writeHead(404).end('Not Found')
    const { id, method, params } = JSON.parse(await text(request)) as { id: unknown; method: string; params: unknown }
    headers.push(request.headers)
    await answerCall(id, method, params, response)
  })
  return {
    ...(await serve(server)),
    /** Requested methods and paths, in order. */
    asked,
    /** Headers of JSON-RPC calls, in order. */
    headers,
  }
}
