import type { ChainName } from '@outrigger/core'
import type { PoolSnapshot } from '@outrigger/defi/dex'
import type { DetectorEvent } from './events.ts'
import type { DetectorSettings } from './toTerms.ts'

/** The state of a detector before its first event. */
export type DetectorStart = {
  readonly chain: ChainName
  readonly settings: DetectorSettings
  readonly pools: PoolSnapshot
  readonly nextBaseFeePerGas: bigint
}

/** Records what a detector learns. Pass it to `createMevDetector`, which calls `start` and `event`. */
export type MevRecorder = {
  start(start: DetectorStart): void
  event(event: DetectorEvent): void
}
