import type { Address, Hex } from 'viem'
import type { PoolLog } from '../poolKind.ts'
import type { PoolKindId } from '../poolState.ts'
import type { KnownPool } from './knownPool.ts'

/** A source of new pools: contracts that report them by logs. */
export type PoolSource = {
  readonly dex: string
  /** The kinds of its pools. */
  readonly kinds: readonly PoolKindId[]
  /** The contract that identifies the source. */
  readonly address: Address
  /** The contracts that emit its logs. */
  readonly emitters: readonly Address[]
  readonly fromBlock: bigint
  /** `topic0` of its logs. */
  readonly topics: readonly Hex[]
  /**
   * Returns the pool that a log reports: null if the log is malformed, `none` if it reports no pool, or none without
   * other logs.
   *
   * @param logs of the same source and block
   */
  readonly toPool: (log: PoolLog, logs: readonly PoolLog[]) => KnownPool | 'none' | null
}
