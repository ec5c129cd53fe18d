import type { ChainLog, ChainName } from '@outrigger/core'
import type { PoolBookBlock } from '@outrigger/defi/dex'
import type { SnapshotChanges } from '@outrigger/defi/internal'
import type { MempoolEvent } from '@outrigger/mempool'
import type { Hex } from 'viem'
import type { DetectorEvent } from '../detector/events.ts'
import type { DetectorSettings } from '../detector/toTerms.ts'

type PoolBlock = Extract<DetectorEvent, { readonly kind: 'poolBlock' }>

/** An event of the detector. A block has only its changed pools, in the lines of the kind `pools` before it. */
export type RecordedEvent =
  | Exclude<DetectorEvent, PoolBlock>
  | (Omit<PoolBlock, 'update'> & { readonly update: Omit<PoolBlock['update'], 'snapshot'> })

/**
 * A line of a recording. `atMs` is Unix ms.
 *
 * - `start`: the state of the detector before its first event. The first line, except for the pools of that state
 * - `pools`: changed pools of the next `start` or block, in parts
 * - `event`: an event of the detector, such as a transaction, a block or the result of a simulation
 * - `transition`: what became of a pending transaction
 * - `logs`: the pools' logs of a block, for outcomes
 * - `end`: the recording is complete
 */
export type RecordedLine =
  | {
      readonly kind: 'start'
      readonly version: 1
      readonly atMs: number
      readonly chain: ChainName
      readonly settings: DetectorSettings
      readonly block: PoolBookBlock | null
      readonly nextBaseFeePerGas: bigint
    }
  | { readonly kind: 'pools'; readonly changes: SnapshotChanges }
  | { readonly kind: 'event'; readonly atMs: number; readonly event: RecordedEvent }
  | { readonly kind: 'transition'; readonly event: MempoolEvent }
  | { readonly kind: 'logs'; readonly hash: Hex; readonly logs: readonly ChainLog[] }
  | { readonly kind: 'end'; readonly atMs: number }
