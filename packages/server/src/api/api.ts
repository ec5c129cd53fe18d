import type { ApiKey } from '../access/keyring.ts'
import type { Arguments, Response, ServedId } from '../contract/contract.ts'
import { type AuthParts, createAuthApi } from './auth.ts'
import { createDefiApi, type DefiApiParts } from './defi.ts'
import { createGatewayApi, type GatewayApiParts } from './gateway.ts'
import { createHealthApi } from './health.ts'
import { createMempoolApi, type MempoolApiParts } from './mempool.ts'
import { createOracleApi, type OracleParts } from './oracle.ts'

export type Caller = { readonly key: ApiKey | null }

export type Fulfilment<id extends ServedId> = (
  args: Arguments<id>,
  caller: Caller,
) => Response<id> | Promise<Response<id>>

/** The promise kept: one function per endpoint that answers. A missing one does not compile. */
export type Api = { readonly [id in ServedId]: Fulfilment<id> }

export function createApi(parts: AuthParts & OracleParts & GatewayApiParts & MempoolApiParts & DefiApiParts): Api {
  return {
    ...createHealthApi(parts),
    ...createAuthApi(parts),
    ...createOracleApi(parts),
    ...createGatewayApi(parts),
    ...createMempoolApi(parts),
    ...createDefiApi(parts),
  }
}
