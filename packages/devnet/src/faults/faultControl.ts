import { createServer, type IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import { serve } from '../listen.ts'
import { type EtherPrice, InvalidEtherChangeError } from '../traffic/etherPrice.ts'
import { faultDefinitions } from './definitions.ts'
import type { FaultProxy } from './faultProxy.ts'
import { InvalidFaultError, toFault } from './parseFault.ts'

export type FaultControl = {
  readonly url: string
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

const describe = ({ url, wsUrl, fault, stats }: FaultProxy) => ({ url, wsUrl, fault, stats })

const toChange = (body: unknown): unknown =>
  typeof body === 'object' && body !== null ? (body as { readonly change?: unknown }).change : undefined

/** Returns the name in a path. A path that cannot be decoded is returned unchanged, so that it does not crash the process. */
const toName = (path = '/'): string => {
  const [name = ''] = path.slice(1).split('?')
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

type Answer = readonly [status: number, body: unknown]

const moveEther = async (ether: Pick<EtherPrice, 'set'>, request: IncomingMessage): Promise<Answer> =>
  request.method === 'PUT'
    ? [200, await ether.set(toChange(await json(request)))]
    : [405, { error: 'Use PUT, with {"change":-0.1}' }]

const toFailure = (error: unknown): Answer =>
  [InvalidFaultError, InvalidEtherChangeError, SyntaxError].some((kind) => error instanceof kind)
    ? [400, { error: (error as Error).message }]
    : [500, { error: 'It could not be set' }]

export type FaultControlOptions = {
  readonly port?: number
  readonly signal?: AbortSignal
  /** Moves the price of ether on the chain behind the proxies. Without it, `/ether` does not exist. */
  readonly ether?: Pick<EtherPrice, 'set'>
}

/**
 * Starts an HTTP server on 127.0.0.1 that controls proxies and the price of ether. `GET /` lists proxies and faults,
 * `GET /{name}` shows a proxy, `PUT /{name}` with a fault as JSON sets it, and `PUT /ether` changes the price of ether.
 *
 * @example
 * const control = await createFaultControl({ primary }, { ether })
 * // curl -X PUT "$url/primary" -d '{"kind":"slow","delayMs":3000}'
 * // curl -X PUT "$url/ether" -d '{"change":-0.1}'
 */
export const createFaultControl = async (
  proxies: Readonly<Record<string, FaultProxy>>,
  { port = 0, signal, ether }: FaultControlOptions = {},
): Promise<FaultControl> => {
  signal?.throwIfAborted()
  const list = () => ({
    proxies: Object.fromEntries(Object.entries(proxies).map(([name, proxy]) => [name, describe(proxy)])),
    faults: {
      ...Object.fromEntries(
        Object.entries(faultDefinitions).map(([kind, { summary, defaults }]) => [kind, { summary, ...defaults }]),
      ),
      flap: { summary: 'Another fault, and none, in turn', periodMs: 1_000, fault: { kind: 'refuse' } },
    },
  })
  const respond = async (request: IncomingMessage): Promise<Answer> => {
    const { method } = request
    const name = toName(request.url)
    if (method === 'GET' && name === '') return [200, list()]
    if (name === 'ether' && ether) return moveEther(ether, request)
    const proxy = Object.hasOwn(proxies, name) ? proxies[name] : undefined
    if (proxy === undefined) return [404, { error: `No proxy "${name}"`, known: Object.keys(proxies) }]
    if (method === 'PUT') await proxy.setFault(toFault(await json(request)))
    else if (method !== 'GET') return [405, { error: 'Use GET or PUT' }]
    return [200, describe(proxy)]
  }
  const server = createServer(async (request, response) => {
    const [status, body] = await respond(request).catch(toFailure)
    response.writeHead(status, { 'content-type': 'application/json' }).end(`${JSON.stringify(body)}\n`)
  })
  return serve(server, { port, signal })
}
