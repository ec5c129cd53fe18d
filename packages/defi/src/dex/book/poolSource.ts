import type { Address, Hex } from 'viem'
import type { PoolLog } from '../poolKind.ts'
import type { PoolKindId } from '../poolState.ts'
import type { KnownPool } from './knownPool.ts'

/** Contracts that report new pools by logs. */
export type PoolSource = {
  readonly dex: string
  /** Of its pools. */
  readonly kinds: readonly PoolKindId[]
  /** The contract that it is known by. */
  readonly address: Address
  /** Those that emit its logs. */
  readonly emitters: readonly Address[]
  readonly fromBlock: bigint
  /** `topic0` of its logs. */
  readonly topics: readonly Hex[]
  /**
   * The pool that a log names. Null for a log that is not as the contract writes it; `none` for one that names no pool, or not
   * without others.
   *
   * @param logs of the same source and the same block
   */
  readonly toPool: (log: PoolLog, logs: readonly PoolLog[]) => KnownPool | 'none' | null
}

export const toAddress = (word: bigint): Address => `0x${BigInt.asUintN(160, word).toString(16).padStart(40, '0')}`

export const toTopicAddress = (topic: Hex): Address => `0x${topic.slice(-40).toLowerCase()}`
