/** The monthly pool that a call is charged to. */
export type Pool = 'cu' | 'trace'

/** The fields that calls are summed by. */
export type Account = {
  readonly keyId: string
  /** `yyyy-mm-dd`, UTC. */
  readonly day: string
  /** Name of a chain, or `none`. */
  readonly chain: string
  /** JSON-RPC method, id of an endpoint, or name of a stream. */
  readonly method: string
  readonly pool: Pool
}

/** A call to add to today's usage. */
export type Charge = Omit<Account, 'day'> & { readonly cu: number }

/** Totals of all calls with the same fields of `Account`. */
export type Sum = Account & { requests: number; cu: number }

/** Used for calls that belong to no chain. */
export const noChain = 'none'
