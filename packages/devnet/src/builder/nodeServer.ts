import { text } from 'node:stream/consumers'
import type { BundleCaller } from './callBundle.ts'
import { RefusedError } from './errors.ts'
import { listen } from './listen.ts'

type Request = { readonly id?: unknown; readonly method?: string; readonly params?: readonly unknown[] }

/** Serves a builder's node: the chain's node plus `eth_callBundle`. */
export function createNodeServer(rpcUrl: string, caller: BundleCaller) {
  async function answer(request: Request): Promise<object> {
    if (request.method !== 'eth_callBundle') {
      const response = await fetch(rpcUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(request),
      })
      return (await response.json()) as object
    }
    const head = { jsonrpc: '2.0', id: request.id ?? null }
    try {
      return { ...head, result: await caller.call(request.params?.[0] as Parameters<BundleCaller['call']>[0]) }
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error
      return { ...head, error: { code: -32000, message: error.message } }
    }
  }
  return listen(async (request, response) => {
    const asked = JSON.parse(await text(request)) as Request | readonly Request[]
    const answered = Array.isArray(asked) ? await Promise.all(asked.map(answer)) : await answer(asked as Request)
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answered))
  })
}
