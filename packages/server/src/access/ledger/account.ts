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

/** What was called under one account. */
export type Sum = Account & { requests: number; cu: number }

/** Chain of what belongs to none. */
export const noChain = 'none'

/** Keys are spread over so many parts, which are written one after the other. */
export const partCount = 64

/** The part of a key; the same in every process and version, since journals are read by it. */
export function toPart(keyId: string): number {
  let hash = 0
  for (let index = 0; index < keyId.length; index += 1) hash = (hash * 31 + keyId.charCodeAt(index)) >>> 0
  return hash % partCount
}
