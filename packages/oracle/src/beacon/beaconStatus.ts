import type { Freshness } from '../freshness.ts'

/**
 * `syncing`: the node reports so, or it is more than eight slots behind. `optimistic`: at the head, but the execution
 * client has not verified it because it is offline or still syncing.
 */
export type SyncStatus = 'synced' | 'syncing' | 'optimistic'

export type ValidatorCounts = {
  /** Pending, active and exiting validators, without those that have exited. */
  readonly total: number
  /** Waiting to be activated. */
  readonly pending: number
  /** Active, with an exit scheduled. */
  readonly exiting: number
}

/** Sync state, head, finality and validator counts of the beacon chain. */
export type BeaconStatus = Freshness & {
  readonly syncStatus: SyncStatus
  /** Slots behind the head. */
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
