import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ApiKey } from '../../access/keyring.ts'
import type { GatewayChain } from '../../gateway/rpc/call.ts'
import { ServiceError } from '../../node/serviceError.ts'
import type { FindKey } from '../caller/verifiedKeys.ts'
import { type CorsOrigins, createCors, preflightHeaders } from '../cors.ts'
import { UnsupportedHttpMethodError } from '../failure.ts'
import type { Attempt } from './attempt.ts'
import { authorise } from './authorise.ts'
import type { BeaconHandler } from './beacon.ts'
import {
  createExchange,
  type Exchange,
  type ExchangeParts,
  type HttpExchange,
  readBody,
  sendError,
} from './exchange.ts'
import { NotTheRestPortError } from './gatewayErrors.ts'
import { isRestPath, toGatewayRoute, toPath } from './route.ts'

export type RequestParts = ExchangeParts & {
  readonly findKey: FindKey
  readonly findChain: (name: string) => GatewayChain
  readonly handleRpc: (exchange: Exchange, chain: GatewayChain, key: ApiKey, body: string) => void
  readonly beacon: BeaconHandler
  readonly attempt: Attempt
  readonly bodyBytes: number
  readonly cors: CorsOrigins
  /** Where the REST interface listens; null until it does. */
  readonly toRestUrl: () => string | null
}

/** Answers the requests that Node's server has read. */
export function createRequestHandler(
  parts: RequestParts,
): (request: IncomingMessage, response: ServerResponse) => void {
  const { findKey, findChain, handleRpc, beacon, attempt } = parts
  const toCorsHeaders = createCors(parts.cors)

  function route(exchange: HttpExchange, found: ApiKey | undefined): void {
    exchange.key = found
    const key = authorise(found, exchange.request.headers)
    const target = toGatewayRoute(exchange.request.url ?? '')
    exchange.route = target.kind
    if (target.kind === 'beacon') beacon.handle(exchange, target.wanted, key)
    else serveRpc(exchange, target.chain, key)
  }

  function serveRpc(exchange: HttpExchange, name: string, key: ApiKey): void {
    const { method = '' } = exchange.request
    if (method !== 'POST') throw new UnsupportedHttpMethodError(method, ['POST'])
    const chain = findChain(name)
    readBody(exchange.request, parts.bodyBytes, (body) =>
      attempt.run(exchange, () => {
        if (body instanceof ServiceError) throw body
        handleRpc(exchange, chain, key, body.toString())
      }),
    )
  }

  return (request, response) => {
    const exchange = createExchange(request, response, parts)
    for (const [name, value] of Object.entries(toCorsHeaders(request.headers.origin))) response.setHeader(name, value)
    const path = toPath(request.url ?? '')
    if (isRestPath(path)) return void sendError(exchange, new NotTheRestPortError(path, parts.toRestUrl()))
    if (request.method === 'OPTIONS') return answerPreflight(exchange, path)
    const answer = (found: ApiKey | undefined) => attempt.run(exchange, () => route(exchange, found))
    const key = findKey(request)
    if (key instanceof Promise) key.then(answer, (error) => attempt.fail(exchange, error))
    else answer(key)
  }
}

function answerPreflight(exchange: Exchange, path: string): void {
  const methods = path.includes('/beacon/') ? ['GET', 'POST'] : ['POST']
  exchange.send(204, null, Object.entries(preflightHeaders(methods)).flat())
}
