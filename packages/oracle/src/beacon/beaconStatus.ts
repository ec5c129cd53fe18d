import type { Freshness } from '../freshness.ts'

/**
 * `syncing`: the node reports so, or it is more than eight slots behind. `optimistic`: the node is at the head, but
 * its execution client has not verified the head because it is offline or still syncing.
 */
export type SyncStatus = 'synced' | 'syncing' | 'optimistic'

export type ValidatorCounts = {
  /** Number of pending, active and exiting validators, without validators that have exited. */
  readonly total: number
  /** Number of validators that wait for activation. */
  readonly pending: number
  /** Number of active validators with a scheduled exit. */
  readonly exiting: number
}

/** Sync state, head, finality and validator counts of the beacon chain. */
export type BeaconStatus = Freshness & {
  readonly syncStatus: SyncStatus
  /** Number of slots behind the head. */
  readonly syncDistance: number
  readonly slot: {
    readonly slot: number
    readonly epoch: number
    readonly finalizedEpoch: number
    readonly justifiedEpoch: number
  }
  readonly validators: ValidatorCounts
  /** `CONFIG_NAME` of the network, e.g. `mainnet`. */
  readonly network: string
}
