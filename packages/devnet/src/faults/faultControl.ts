import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { type EtherPrice, InvalidEtherChangeError } from '../traffic/etherPrice.ts'
import { faultDefinitions } from './definitions.ts'
import type { FaultProxy } from './faultProxy.ts'
import { listen, stop } from './listen.ts'
import { InvalidFaultError, toFault } from './parseFault.ts'

export type FaultControl = {
  readonly url: string
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

const describe = ({ url, wsUrl, fault, stats }: FaultProxy) => ({ url, wsUrl, fault, stats })

const toChange = (body: unknown): unknown =>
  typeof body === 'object' && body !== null ? (body as { readonly change?: unknown }).change : undefined

/** What a path names; one that cannot be read names nothing, rather than end the process. */
const toName = (path = '/'): string => {
  const [name = ''] = path.slice(1).split('?')
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

const send = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(`${JSON.stringify(body)}\n`)
}

export type FaultControlOptions = {
  readonly port?: number
  readonly signal?: AbortSignal
  /** Moves ether on the chain behind the proxies; without it `/ether` is no path. */
  readonly ether?: Pick<EtherPrice, 'set'>
}

/**
 * Breaks proxies from a shell, and moves the price of ether. `GET /` lists proxies and faults, `GET /{name}` shows one,
 * `PUT /{name}` with a fault as JSON sets it, `PUT /ether` with a change of its price does that. Listens on 127.0.0.1 only.
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
  const server = createServer(async (request, response) => {
    const name = toName(request.url)
    const proxy = Object.hasOwn(proxies, name) ? proxies[name] : undefined
    try {
      if (request.method === 'GET' && name === '') return send(response, 200, list())
      if (name === 'ether' && ether) {
        if (request.method !== 'PUT') return send(response, 405, { error: 'Use PUT, with {"change":-0.1}' })
        return send(response, 200, await ether.set(toChange(await json(request))))
      }
      if (proxy === undefined) return send(response, 404, { error: `No proxy "${name}"`, known: Object.keys(proxies) })
      if (request.method === 'PUT') await proxy.setFault(toFault(await json(request)))
      else if (request.method !== 'GET') return send(response, 405, { error: 'Use GET or PUT' })
      send(response, 200, describe(proxy))
    } catch (error) {
      const isOurs = [InvalidFaultError, InvalidEtherChangeError, SyntaxError].some((kind) => error instanceof kind)
      send(response, isOurs ? 400 : 500, { error: isOurs ? (error as Error).message : 'It could not be set' })
    }
  })
  await listen(server, port)

  const close = async (): Promise<void> => {
    signal?.removeEventListener('abort', close)
    await stop(server)
  }
  signal?.addEventListener('abort', close, { once: true })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close, [Symbol.asyncDispose]: close }
}
