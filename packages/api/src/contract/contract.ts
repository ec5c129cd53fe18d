import { accountEndpoints } from './account.ts'
import { alertEndpoints } from './alerts.ts'
import { analyticsEndpoints } from './analytics.ts'
import { authEndpoints } from './auth.ts'
import { blockchainEndpoints } from './blockchain.ts'
import { defiEndpoints } from './defi.ts'
import type { ArgumentsOf, Endpoint, ResponseOf } from './endpoint.ts'
import { gasEndpoints } from './gas.ts'
import { gatewayEndpoints } from './gateway.ts'
import { healthEndpoints } from './health.ts'
import { marketEndpoints } from './market.ts'
import { mempoolEndpoints } from './mempool.ts'
import { deprecatedEndpoints, metricsEndpoints } from './metrics.ts'
import { mevEndpoints } from './mev.ts'
import { oracleEndpoints } from './oracle.ts'
import { priceEndpoints } from './price.ts'
import type { Reading } from './record.ts'
import { swapEndpoints } from './swaps.ts'

/**
 * The promise: every REST endpoint by id. Routes, validation, auth, the OpenAPI document, the typed client, the docs
 * page, metric labels and the contract tests are made from this by iteration.
 */
export const contract = {
  ...healthEndpoints,
  ...authEndpoints,
  ...accountEndpoints,
  ...gasEndpoints,
  ...priceEndpoints,
  ...blockchainEndpoints,
  ...analyticsEndpoints,
  ...oracleEndpoints,
  ...mempoolEndpoints,
  ...defiEndpoints,
  ...gatewayEndpoints,
  ...alertEndpoints,
  ...metricsEndpoints,
  ...marketEndpoints,
  ...swapEndpoints,
  ...mevEndpoints,
  ...deprecatedEndpoints,
} as const satisfies { readonly [id: string]: Endpoint }

export type Contract = typeof contract

/** Ids of the endpoints that answer. */
export type ServedId = {
  [id in keyof Contract]: Contract[id]['state'] extends 'served' ? id : never
}[keyof Contract]

/** What an endpoint is called with, beside the caller. */
export type Arguments<id extends ServedId> = ArgumentsOf<Contract[id]>

/** What an endpoint answers, in wire form. */
export type Response<id extends ServedId> = ResponseOf<Contract[id]>

/** What an endpoint answers, by the names and units of the library. */
export type ReadingOf<id extends ServedId> = Reading<Contract[id]['response']>

/** The query of an endpoint, by the names and units of the library. */
export type QueryOf<id extends ServedId> = Contract[id] extends { readonly query: infer query } ? Reading<query> : never

/** The body of an endpoint, by the names and units of the library. */
export type BodyOf<id extends ServedId> = Contract[id] extends { readonly body: infer body } ? Reading<body> : never
