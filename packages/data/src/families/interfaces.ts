import type { FamilyPool } from '@outrigger/core'
import type { FamilyRequest } from '@outrigger/core/internal'
import { UnknownBlockError, UnknownTransactionError } from '../errors.ts'
import { isUnanswered } from './isUnanswered.ts'

/** Requests to the endpoints of one interface. The result is null if the chain does not have the requested item. */
export type Link = {
  rpc<result>(method: string, params?: unknown): Promise<result | null>
  get<result>(path: string): Promise<result | null>
}
/** The queried interface, and the names of the endpoints that have answered so far. */
export type Reached = { readonly name: string; readonly providers: ReadonlySet<string> }

/**
 * Queries the interfaces of the providers, the most capable first, until one answers.
 * @throws the error of the first interface, or an unknown block or transaction error if any interface reports one
 */
export async function byInterface<result>(
  pool: FamilyPool,
  read: (link: Link, reached: Reached) => Promise<result>,
): Promise<result> {
  let failure: unknown
  for (const name of await pool.interfaces()) {
    const providers = new Set<string>()
    try {
      return await read(createLink(pool, name, providers), { name, providers })
    } catch (error) {
      const isUnknown = error instanceof UnknownBlockError || error instanceof UnknownTransactionError
      if (!isUnknown && !isUnanswered(error)) throw error
      if (failure === undefined || isUnknown) failure = error
    }
  }
  throw failure
}

function createLink(pool: FamilyPool, name: string, providers: Set<string>): Link {
  async function ask<result>(request: FamilyRequest): Promise<result | null> {
    const answer = await pool.send<result>(request)
    providers.add(answer.provider)
    return answer.result
  }
  return {
    rpc: (method, params) => ask({ interface: name, method, ...(params === undefined ? {} : { params }) }),
    get: (path) => ask({ interface: name, path }),
  }
}
