import type { Logger } from 'pino'
import type { ApiKey } from '../../access/keyring.ts'
import { ServiceError } from '../../errors/serviceError.ts'
import type { GatewayChain } from '../../gateway/rpc/call.ts'
import type { FindKey } from '../caller/verifiedKeys.ts'
import { preflightHeaders } from '../cors.ts'
import { UnsupportedHttpMethodError } from '../failure.ts'
import { authorise } from './authorise.ts'
import type { BeaconHandler } from './beacon.ts'
import { type Exchange, type HttpExchange, sendError } from './exchange.ts'
import { GatewayFaultError, NotTheRestPortError } from './gatewayErrors.ts'
import { isRestPath, toGatewayRoute, toPath } from './route.ts'

export type RequestParts = {
  readonly findKey: FindKey
  readonly findChain: (name: string) => GatewayChain
  readonly handleRpc: (exchange: Exchange, chain: GatewayChain, key: ApiKey, body: string) => void
  readonly beacon: BeaconHandler
  readonly bodyBytes: number
  /** Returns the URL of the REST interface, or null until it listens. */
  readonly toRestUrl: () => string | null
  readonly logger: Logger
}

/** Handles every request of the gateway, whether Node or the fast lane read it. */
export function createRequestHandler(parts: RequestParts): (exchange: Exchange) => void {
  const { findKey, findChain, handleRpc, beacon, logger } = parts

  function route(exchange: Exchange, found: ApiKey | undefined): void {
    exchange.key = found
    const key = authorise(found, exchange.request.headers)
    const target = toGatewayRoute(exchange.request.url ?? '')
    exchange.route = target.kind
    if (target.kind === 'rpc') serveRpc(exchange, target.chain, key)
    // The fast lane never reads requests with such a path.
    else beacon.handle(exchange as HttpExchange, target.wanted, key)
  }

  function serveRpc(exchange: Exchange, name: string, key: ApiKey): void {
    const { method = '' } = exchange.request
    if (method !== 'POST') throw new UnsupportedHttpMethodError(method, ['POST'])
    const chain = findChain(name)
    exchange.readBody(parts.bodyBytes, (body) =>
      attempt(exchange, () => {
        if (body instanceof ServiceError) throw body
        handleRpc(exchange, chain, key, body.toString())
      }),
    )
  }

  function attempt(exchange: Exchange, answer: () => void): void {
    try {
      answer()
    } catch (error) {
      fail(exchange, error)
    }
  }

  function fail(exchange: Exchange, error: unknown): void {
    if (error instanceof ServiceError) return void sendError(exchange, error)
    logger.error({ requestId: exchange.requestId, err: error }, 'gateway failed')
    sendError(exchange, new GatewayFaultError())
  }

  return (exchange) => {
    const path = toPath(exchange.request.url ?? '')
    if (isRestPath(path)) return void sendError(exchange, new NotTheRestPortError(path, parts.toRestUrl()))
    if (exchange.request.method === 'OPTIONS') return answerPreflight(exchange, path)
    const answer = (found: ApiKey | undefined) => attempt(exchange, () => route(exchange, found))
    const key = findKey(exchange.request)
    if (key instanceof Promise) key.then(answer, (error) => fail(exchange, error))
    else answer(key)
  }
}

function answerPreflight(exchange: Exchange, path: string): void {
  const methods = path.includes('/beacon/') ? ['GET', 'POST'] : ['POST']
  exchange.send(204, null, Object.entries(preflightHeaders(methods)).flat())
}
