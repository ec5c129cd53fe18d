import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Clock, RestPool } from '@outrigger/core'
import type { Logger } from 'pino'
import type { ApiKey, Keyring } from '../../access/keyring.ts'
import type { CallMeter } from '../../access/ledger/callMeter.ts'
import type { KeyLimits } from '../../access/limits/keyLimits.ts'
import { createChainFinder } from '../../gateway/chainFinder.ts'
import { type GatewayLimits, gatewayLimits } from '../../gateway/limits.ts'
import { createDescription } from '../../gateway/openrpc/document.ts'
import { createCaller } from '../../gateway/rpc/call.ts'
import { createPolicy } from '../../gateway/rpc/policy.ts'
import { createDurations } from '../../metrics/durations.ts'
import type { Metrics } from '../../metrics/metrics.ts'
import { addGatewaySockets } from '../../metrics/socketMetrics.ts'
import type { Tracing } from '../../metrics/tracing.ts'
import type { GatewaySettings } from '../../node/gatewaySettings.ts'
import type { Pools } from '../../node/providers.ts'
import type { ClientIp } from '../caller/clientIp.ts'
import type { Keyless } from '../caller/keyless.ts'
import { moveKeyToHeader } from '../caller/pathKey.ts'
import { createVerifiedKeys } from '../caller/verifiedKeys.ts'
import type { CorsOrigins } from '../cors.ts'
import { failUnread } from '../failure.ts'
import { type Address, drain, listenOn } from '../listen.ts'
import { traceRequest } from '../traceRequest.ts'
import { createBeaconHandler } from './beacon.ts'
import { createExchanges, type Exchange, type OnAnswered } from './exchange.ts'
import { createFastLane } from './fastLane/fastLane.ts'
import { createGatewayUrl, type GatewayUrl } from './gatewayUrl.ts'
import { createRequestHandler } from './requests.ts'
import { toPath } from './route.ts'
import { createRpcHandler } from './rpc.ts'
import { createRpcSockets } from './rpcSockets.ts'

export type GatewayParts = {
  readonly pools: Pools
  readonly beaconPool: RestPool | null
  readonly keyring: Keyring
  readonly keyless: Keyless
  readonly clientIp: ClientIp
  readonly keyLimits: KeyLimits
  readonly meter: CallMeter
  readonly metrics: Metrics
  readonly tracing: Tracing | null
  readonly clock: Clock
  readonly logger: Logger
  readonly settings: GatewaySettings
  readonly limits?: Partial<GatewayLimits> | undefined
  /** If false, every request goes through Node's HTTP parser. Tests compare both. @default true */
  readonly hasFastLane?: boolean | undefined
  /** Origins whose pages may read answers. */
  readonly cors: CorsOrigins
  /** Returns the URL of the REST interface, or null until it listens. */
  readonly toRestUrl: () => string | null
}

/** Direct node access on a separate listener. */
export type Gateway = GatewayUrl & {
  /** @throws {ListenError} */
  listen(host: string, port: number): Promise<Address>
  /** Counts the open WebSockets of a chain. */
  countSockets(chain: string): number
  /** Returns the OpenRPC document as JSON text. */
  describe(): string
  /** Answers a call that another listener has received and authorised. @throws {ServiceError} */
  answer(exchange: Exchange, chain: string, key: ApiKey, body: string): void
  /** Stops accepting connections, ends sockets and streams, and waits up to `drainMs` for running requests. */
  close(drainMs: number): Promise<void>
}

const headTimeoutMs = 10_000
// A shorter timeout would cost a bot a handshake after each of its pauses.
const keepAliveMs = 75_000

export function createGateway(parts: GatewayParts): Gateway & { readonly server: Server } {
  const { pools, settings, metrics, keyLimits, hasFastLane = true } = parts
  const limits: GatewayLimits = { ...gatewayLimits, ...parts.limits }
  const onAnswered = createObserver(metrics)
  const findKey = createVerifiedKeys(parts)
  const findChain = createChainFinder(pools)
  const isAllowed = createPolicy(settings)
  const address = createGatewayUrl(settings.publicUrl)
  const describe = createDescription({ chains: Object.keys(pools), isAllowed, settings, toUrl: address.url })
  const caller = createCaller({ ...parts, ...limits, isAllowed, describe })
  const handleRpc = createRpcHandler({ ...parts, caller, limits })
  const answering = {
    onAnswered,
    toHeaders: ({ key }: Exchange) => keyLimits.headers(key, 'gateway'),
  }
  const beacon = createBeaconHandler({ ...parts, ...answering, limits })
  const handle = createRequestHandler({ ...parts, findKey, findChain, handleRpc, beacon, bodyBytes: limits.bodyBytes })
  const toExchange = createExchanges({ ...parts, ...answering })

  const server = createServer(
    {
      requestTimeout: limits.requestTimeoutMs,
      headersTimeout: Math.min(headTimeoutMs, limits.requestTimeoutMs),
      keepAliveTimeout: keepAliveMs,
      connectionsCheckingInterval: 1000,
    },
    toTraced((request, response) => handle(toExchange(request, response)), parts.tracing),
  )
  server.prependListener('request', moveKeyToHeader)
  server.maxConnections = limits.connections
  server.on('clientError', failUnread)
  // A span ends with a Node response object, which the fast lane does not have.
  const fastLane =
    hasFastLane && parts.tracing === null ? createFastLane({ ...answering, server, handle, keepAliveMs }) : null
  const sockets = createRpcSockets({ ...parts, server, findChain, findKey, caller, isAllowed, limits })
  addGatewaySockets(metrics, Object.keys(pools), sockets.countOn)

  return {
    ...address,
    server,
    describe,
    answer: (exchange, chain, key, body) => handleRpc(exchange, findChain(chain), key, body),
    listen: (host, port) => listenOn(server, host, port),
    countSockets: sockets.countOn,
    async close(drainMs) {
      fastLane?.close(drainMs)
      sockets.close()
      beacon.close()
      await drain(server, drainMs)
    },
  }
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void

function toTraced(handle: Handler, tracing: Tracing | null): Handler {
  if (tracing === null) return handle
  return (request, response) => {
    const path = toPath(request.url ?? '')
    const route = path.endsWith('/rpc') ? 'rpc' : path.startsWith('/ethereum/beacon/') ? 'beacon' : 'unmatched'
    const handleTraced = () => handle(request, response)
    traceRequest(tracing, { request, response }, () => route, handleTraced)
  }
}

function createObserver(metrics: Metrics): OnAnswered {
  const durations = createDurations(
    metrics,
    'outrigger_gateway_request_duration_seconds',
    'Time from the head of a request to its answer, of a stream to its first byte',
  )
  return ({ route, startedAtMs }, status) => durations.observe(route, status, (performance.now() - startedAtMs) / 1000)
}
