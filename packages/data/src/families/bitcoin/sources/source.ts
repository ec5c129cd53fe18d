import type { Link as InterfaceLink } from '../../interfaces.ts'
import type { BlockHeader, Decoded, Mined, Point } from '../decoded.ts'
import type { BitcoinNetwork } from '../networks.ts'

/** Bitcoin Core refuses what exceeds its queue of 16 requests (`-rpcworkqueue`), which others use as well. */
export const parallelCalls = 8

export type Link = InterfaceLink & { readonly network: BitcoinNetwork }

export type Found = { readonly transaction: Decoded; readonly mined: Mined | null }
export type FoundHistory = {
  readonly found: readonly Found[]
  readonly nextCursor: string | null
  readonly complete: boolean
}

/** One kind of interface to a chain of the Bitcoin family. Null means that the chain has no such thing. */
export type BitcoinSource = {
  head(): Promise<Mined>
  transaction(txid: string): Promise<Found | null>
  /** By height or hash. */
  header(block: bigint | string): Promise<BlockHeader | null>
  /** The same without what only the whole block reports. */
  point(block: bigint | string): Promise<Point | null>
  /** Its first transaction, which pays the miner; null where it cannot be read alone. */
  coinbase(header: BlockHeader): Promise<Decoded | null>
  /** All, or those from `offset` on, `limit` at most. */
  transactions(header: BlockHeader, offset: number, limit?: number): Promise<readonly Decoded[]>
  /** Confirmed and unspent, in satoshis; `utxos` is null where it is not counted. */
  balance(address: string): Promise<{ readonly satoshis: bigint; readonly utxos: number | null }>
  history(address: string, limit: number, cursor?: string): Promise<FoundHistory>
  /** Null where it is not reported. */
  pending(): Promise<number | null>
  peers(): Promise<number | null>
}
