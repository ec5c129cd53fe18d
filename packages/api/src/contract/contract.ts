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
import { lifecycleEndpoints } from './mempoolLifecycle.ts'
import { deprecatedEndpoints, metricsEndpoints } from './metrics.ts'
import { mevEndpoints } from './mev.ts'
import { oracleEndpoints } from './oracle.ts'
import { priceEndpoints } from './price.ts'
import type { Reading } from './record.ts'
import { swapEndpoints } from './swaps.ts'

/**
 * Every REST endpoint by id. Routes, validation, authentication, the OpenAPI document, the typed client, the docs page,
 * metric labels and the contract tests are derived from it.
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
  ...lifecycleEndpoints,
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

/** Ids of the served endpoints. */
export type ServedId = {
  [id in keyof Contract]: Contract[id]['state'] extends 'served' ? id : never
}[keyof Contract]

/** Arguments of an endpoint. */
export type Arguments<id extends ServedId> = ArgumentsOf<Contract[id]>

/** Response of an endpoint in wire form. */
export type Response<id extends ServedId> = ResponseOf<Contract[id]>

/** Response of an endpoint in the names and units of the library. */
export type ReadingOf<id extends ServedId> = Reading<Contract[id]['response']>

/** Query of an endpoint in the names and units of the library. */
export type QueryOf<id extends ServedId> = Contract[id] extends { readonly query: infer query } ? Reading<query> : never

/** Body of an endpoint in the names and units of the library. */
export type BodyOf<id extends ServedId> = Contract[id] extends { readonly body: infer body } ? Reading<body> : never
