import type { Cancellation } from '../../time/cancel.ts'
import type { EndpointHealth } from '../circuit/health.ts'
import { createDispatcher, defaultRules } from '../dispatch/dispatcher.ts'
import type { Endpoint } from '../endpoint.ts'
import { EndpointError, RestAnswerError } from '../errors.ts'
import type { Answer, RestGetOptions, RestPool, RestPoolOptions } from '../poolTypes.ts'
import { exchange } from '../wire/connection.ts'
import { parseJson } from '../wire/parseJson.ts'
import { isOk, statusError } from '../wire/rpcCall.ts'
import { beaconSyncingPath, createBeaconReadiness } from './beaconReadiness.ts'
import { createStreamOpener } from './restStream.ts'

const defaultProbeIntervalMs = 12_000

/**
 * Creates a pool with failover over plain HTTP endpoints that answer with JSON, such as beacon nodes. With the probe path
 * `/eth/v1/node/syncing`, a beacon node is used only as a last resort while it is syncing, optimistic, without its execution
 * client, or more than eight slots behind.
 *
 * @throws {InvalidEndpointError}
 * @example
 * const beacon = createRestPool({ name: 'beacon', endpoints: [url], probePath: '/eth/v1/node/syncing' })
 * const { result } = await beacon.get('/eth/v1/beacon/headers/head')
 */
export function createRestPool(options: RestPoolOptions): RestPool {
  const { name } = options
  const isBeacon = options.probePath === beaconSyncingPath
  const dispatcher = createDispatcher({
    ...defaultRules,
    probeIntervalMs: defaultProbeIntervalMs,
    ...options,
    maxLagBlocks: Number.MAX_SAFE_INTEGER,
    hedgeDelayMs: options.hedgeDelayMs,
    signal: options.signal,
    async probe(endpoint, signal) {
      const body = await getJson(endpoint, options.probePath, signal)
      const health = dispatcher.healths.find((each) => each.endpoint === endpoint)
      if (isBeacon && health !== undefined) observeReadiness(health, body)
      return null
    },
  })
  const observeReadiness = createBeaconReadiness(
    () => dispatcher.healths,
    () => (options.clock ?? defaultRules.clock).now(),
  )

  const openStream = createStreamOpener(dispatcher, toTarget)

  async function get<result = unknown>(path: string, { signal, accept }: RestGetOptions<result> = {}) {
    try {
      const check = accept && ((body: unknown) => accept(body as result))
      const call = {
        method: toShape(path),
        ...(check && { check }),
        async run(health: EndpointHealth, callSignal: Cancellation) {
          const body = await getJson(health.endpoint, path, callSignal)
          if (!isBeacon || path !== beaconSyncingPath) return body
          observeReadiness(health, body)
          if (health.standby !== null) throw new EndpointError(health.endpoint.name, 'lagging', health.standby)
          return body
        },
      }
      return (await dispatcher.dispatch(call, { signal })) as Answer<result>
    } catch (error) {
      if (!(error instanceof EndpointError) || error.kind !== 'answer') throw error
      const { status, body } = error.answer as { status: number; body: unknown }
      throw new RestAnswerError(path, status, body)
    }
  }

  return {
    name,
    on: dispatcher.on,
    get,
    open: (path, openOptions = {}) => openStream(path, toShape(path), openOptions),
    report: () => dispatcher.report(),
    close: dispatcher.close,
    [Symbol.asyncDispose]: dispatcher.close,
  }
}

/** Replaces ids in a path, because latency is learned per route. */
export function toShape(path: string): string {
  return path.replace(/\?.*$/, '').replace(/\/(?:\d+|0x[0-9a-f]+)(?=\/|$)/gi, '/{id}')
}

/** Returns the path and query of a request to an endpoint, whose own URL may have a path and a key in its query. */
export function toTarget(endpointUrl: string, path: string): string {
  const url = new URL(endpointUrl)
  const { pathname, searchParams } = new URL(path, url.origin)
  url.pathname = `${url.pathname.replace(/\/+$/, '')}${pathname}`
  for (const [name, value] of searchParams) url.searchParams.append(name, value)
  return `${url.pathname}${url.search}`
}

async function getJson(endpoint: Endpoint, path: string, signal: Cancellation): Promise<unknown> {
  const response = await exchange(endpoint, { method: 'GET', path: toTarget(endpoint.url, path) }, signal)
  const { status } = response
  const text = response.body.toString()
  if ([404, 405, 501].includes(status)) throw new EndpointError(endpoint.name, 'unsupported', `HTTP status ${status}`)
  if (status >= 400 && status < 500 && ![401, 402, 403, 408, 429].includes(status)) {
    const answer = { status, body: text.slice(0, 2000) }
    throw new EndpointError(endpoint.name, 'answer', `HTTP status ${status}`, { answer })
  }
  if (!isOk(status)) throw statusError(endpoint, response)
  try {
    return parseJson(text)
  } catch {
    throw new EndpointError(endpoint.name, 'broken', `an answer that is not JSON (${text.length} characters)`)
  }
}
