import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Clock, RestPool } from '@outrigger/core'
import type { Logger } from 'pino'
import type { ApiKey, Keyring } from '../../access/keyring.ts'
import type { Keyless } from '../../access/loopback.ts'
import type { Meter } from '../../access/meter.ts'
import { createChainFinder } from '../../gateway/chainFinder.ts'
import { createGatewayAuth } from '../../gateway/gatewayAuth.ts'
import { GatewayFaultError, NoGatewayPathError, NotTheRestPortError } from '../../gateway/gatewayErrors.ts'
import { createCaller } from '../../gateway/rpc/call.ts'
import { createPolicy } from '../../gateway/rpc/policy.ts'
import { type GatewaySettings, gatewayDefaults } from '../../gateway/settings.ts'
import { createRpcSockets } from '../../gateway/ws/sockets.ts'
import { createDurations } from '../../metrics/durations.ts'
import { toChainName } from '../../node/chainName.ts'
import { ContractError } from '../../node/contractError.ts'
import type { Pools } from '../../node/providers.ts'
import type { ClientIp } from '../caller/clientIp.ts'
import { rememberedMs } from '../caller/verifiedKeys.ts'
import { type CorsOrigins, createCors, preflightHeaders } from '../cors.ts'
import { failUnread, NoUpgradeError, UnsupportedHttpMethodError } from '../failure.ts'
import { createBeaconHandler } from './beacon.ts'
import { createExchange, type Exchange, type HttpExchange, readBody, sendError } from './exchange.ts'
import { createFastLane, type PlainHead } from './fastLane/fastLane.ts'
import { createRpcHandler } from './rpc.ts'

export type GatewayParts = {
  readonly pools: Pools
  readonly beaconPool: RestPool | null
  readonly keyring: Keyring
  readonly keyless: Keyless
  readonly clientIp: ClientIp
  readonly meter: Meter
  readonly clock: Clock
  readonly logger: Logger
  readonly settings: GatewaySettings
  /** Origins whose pages may read answers. */
  readonly cors: CorsOrigins
  /** Where the REST interface listens; null until it does. */
  readonly toRestUrl: () => string | null
}

/** Direct node access on its own listener. */
export type Gateway = {
  readonly server: Server
  /** Where callers reach it, without a trailing slash; null until it listens. */
  url(): string | null
  /** Says where it listens. */
  announce(url: string): void
  /** WebSockets open on a chain. */
  countSockets(chain: string): number
  /** Prometheus text format. */
  render(): string
  /** Ends sockets and streams, and what is not the server's to drain. */
  close(drainMs: number): void
}

const headTimeoutMs = 10_000
// Shorter than the pauses of a bot would cost it a handshake each time.
const keepAliveMs = 75_000

export function createGateway(parts: GatewayParts): Gateway {
  const { pools, logger, settings } = parts
  const limits = { ...gatewayDefaults, ...settings }
  const gate = createGatewayAuth({ ...parts, tiers: settings.tiers })
  const caller = createCaller({ ...parts, ...limits, isAllowed: createPolicy(settings) })
  const findChain = createChainFinder(pools)
  const toCorsHeaders = createCors(parts.cors)
  const handleRpc = createRpcHandler({ gate, caller, limits })
  const beacon = createBeaconHandler({ ...parts, gate, limits, onAnswered: observe })
  const durations = createDurations(
    'outrigger_gateway_request_duration_seconds',
    'Time from the head of a request to its answer, of a stream to its first byte',
  )

  const server = createServer(
    {
      requestTimeout: limits.requestTimeoutMs,
      headersTimeout: Math.min(headTimeoutMs, limits.requestTimeoutMs),
      keepAliveTimeout: keepAliveMs,
      connectionsCheckingInterval: 1000,
    },
    onRequest,
  )
  server.maxConnections = limits.connections
  server.on('clientError', failUnread)
  const lane = createFastLane({
    server,
    serve: servePlain,
    onAnswered: observe,
    keepAliveMs,
    maxBodyBytes: limits.bodyBytes,
  })
  const sockets = createRpcSockets({ ...parts, server, findChain, gate, caller, limits })

  function onRequest(request: IncomingMessage, response: ServerResponse): void {
    const exchange = createExchange(request, response, observe)
    for (const [name, value] of Object.entries(toCorsHeaders(request.headers.origin))) response.setHeader(name, value)
    const path = request.url?.split('?')[0] ?? ''
    if (isRestPath(path)) return void sendError(exchange, new NotTheRestPortError(path, parts.toRestUrl()))
    if (request.method === 'OPTIONS') return void answerPreflight(exchange, path)
    const key = gate.findKey(request)
    if (key instanceof Promise)
      key.then(
        (found) => route(exchange, found),
        (error) => fail(exchange, error),
      )
    else route(exchange, key)
  }

  function route(exchange: HttpExchange, found: ApiKey | undefined): void {
    attempt(exchange, () => {
      const key = gate.authorise(found, 'read:blockchain', exchange.request.headers)
      const { method = '', url = '' } = exchange.request
      const mark = url.indexOf('?')
      const path = mark === -1 ? url : url.slice(0, mark)
      const slash = path.indexOf('/', 1)
      const chain = toChainName(path.slice(1, slash))
      const rest = path.slice(slash)
      if (rest === '/rpc') {
        exchange.route = 'rpc'
        if (method !== 'POST') throw new UnsupportedHttpMethodError(method, ['POST'])
        const served = findChain(chain)
        readBody(exchange.request, limits.bodyBytes, (body) =>
          attempt(exchange, () => {
            if (body instanceof ContractError) throw body
            handleRpc(exchange, served, key, body.toString())
          }),
        )
      } else if (rest === '/ws') throw new NoUpgradeError()
      else if (chain === 'ethereum' && rest.startsWith('/beacon/')) {
        exchange.route = 'beacon'
        beacon.handle(exchange, url.slice(slash + '/beacon/'.length), key)
      } else throw new NoGatewayPathError(path)
    })
  }

  function answerPreflight(exchange: HttpExchange, path: string): void {
    const methods = path.includes('/beacon/') ? ['GET', 'POST'] : ['POST']
    exchange.send(204, null, Object.entries(preflightHeaders(methods)).flat())
  }

  function servePlain(exchange: Exchange, head: PlainHead, body: string): void {
    const answer = (found: ApiKey | undefined) =>
      attempt(exchange, () => {
        const key = gate.authorise(found, 'read:blockchain', head.headers)
        handleRpc(exchange, findChain(toChainName(head.chain)), key, body)
      })
    if (exchange.startedAtMs < head.keyUntilMs) return void answer(head.key)
    const remember = (found: ApiKey | undefined) => {
      head.key = found
      head.keyUntilMs = exchange.startedAtMs + rememberedMs
      answer(found)
    }
    const key = gate.findKey(head)
    if (key instanceof Promise) key.then(remember, (error) => fail(exchange, error))
    else remember(key)
  }

  function attempt(exchange: Exchange, answer: () => void): void {
    try {
      answer()
    } catch (error) {
      fail(exchange, error)
    }
  }

  function fail(exchange: Exchange, error: unknown): void {
    if (error instanceof ContractError) return void sendError(exchange, error)
    logger.error({ requestId: exchange.requestId, err: error }, 'gateway failed')
    sendError(exchange, new GatewayFaultError())
  }

  function observe(exchange: Exchange, status: number): void {
    durations.observe(exchange.route, status, (performance.now() - exchange.startedAtMs) / 1000)
  }

  let url = settings.publicUrl?.replace(/\/+$/, '') ?? null
  return {
    server,
    url: () => url,
    announce(listening) {
      url ??= listening
    },
    countSockets: sockets.countOn,
    render: () =>
      `${durations.render()}${[
        '# HELP outrigger_gateway_sockets WebSockets open',
        '# TYPE outrigger_gateway_sockets gauge',
        ...Object.keys(pools).map((chain) => `outrigger_gateway_sockets{chain="${chain}"} ${sockets.countOn(chain)}`),
      ].join('\n')}\n`,
    close(drainMs) {
      lane.close(drainMs)
      sockets.close()
      beacon.close()
    },
  }
}

/** What only the REST listener has. */
function isRestPath(path: string): boolean {
  return path === '/' || /^\/(?:api|ws|healthz|livez|readyz|metrics|openapi\.json)(?:\/|$)/.test(path)
}
