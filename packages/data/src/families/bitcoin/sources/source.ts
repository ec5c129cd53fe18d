import type { Link as InterfaceLink } from '../../interfaces.ts'
import type { BlockHeader, Decoded, Mined, Point } from '../decoded.ts'
import type { BitcoinNetwork } from '../networks.ts'

/**
 * Maximum number of parallel calls. Bitcoin Core rejects requests beyond its queue of 16 (`-rpcworkqueue`), which
 * other clients use too.
 */
export const parallelCalls = 8

export type Link = InterfaceLink & { readonly network: BitcoinNetwork }

export type Found = { readonly transaction: Decoded; readonly mined: Mined | null }
export type FoundHistory = {
  readonly found: readonly Found[]
  readonly nextCursor: string | null
  readonly complete: boolean
}

/** One kind of interface to a chain of the Bitcoin family. Null means that the chain does not have the requested item. */
export type BitcoinSource = {
  head(): Promise<Mined>
  transaction(txid: string): Promise<Found | null>
  /** Finds a block by height or hash. */
  header(block: bigint | string): Promise<BlockHeader | null>
  /** Like `header`, without the fields that only the whole block reports. */
  point(block: bigint | string): Promise<Point | null>
  /** Returns the block's first transaction, which pays the miner. Null if it cannot be read alone. */
  coinbase(header: BlockHeader): Promise<Decoded | null>
  /** Returns all transactions, or at most `limit` of them from `offset` on. */
  transactions(header: BlockHeader, offset: number, limit?: number): Promise<readonly Decoded[]>
  /**
   * Returns the confirmed balance in satoshis. `utxos` is the number of unspent outputs, or null if they are not
   * counted.
   */
  balance(address: string): Promise<{ readonly satoshis: bigint; readonly utxos: number | null }>
  history(address: string, limit: number, cursor?: string): Promise<FoundHistory>
  /** Returns the number of pending transactions. Null if it is not reported. */
  pending(): Promise<number | null>
  peers(): Promise<number | null>
}
