import type { Arguments, Response, ServedId } from '@outrigger/api/contract'
import type { ApiKey } from '../access/keyring.ts'

export type Caller = { readonly key: ApiKey | null }

export type Fulfilment<id extends ServedId> = (
  args: Arguments<id>,
  caller: Caller,
) => Response<id> | Promise<Response<id>>

/** One function per served endpoint. A missing one does not compile. */
export type Api = { readonly [id in ServedId]: Fulfilment<id> }
