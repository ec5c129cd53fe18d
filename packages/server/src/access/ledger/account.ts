/** Which of its two monthly pools a key pays from. */
export type Pool = 'cu' | 'trace'

/** What calls are booked under. */
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

/** A call to be booked today. */
export type Charge = Omit<Account, 'day'> & { readonly cu: number }

/** The calls that were booked under one account. */
export type Sum = Account & { requests: number; cu: number }

/** The chain of calls that belong to none. */
export const noChain = 'none'
