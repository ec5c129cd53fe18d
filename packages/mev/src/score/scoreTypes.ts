import type { ChainName, Events, ProviderPool, Store } from '@outrigger/core'
import type { PoolBook } from '@outrigger/defi/dex'
import type { MempoolWatcher } from '@outrigger/mempool'
import type { MevDetector } from '../detector/detectorTypes.ts'
import type { Finding } from '../finding.ts'
import type { Outcome } from './outcome.ts'
import type { ScoreReport } from './scoreReport.ts'

/** Settings of a score keeper. It closes nothing that it is given. */
export type ScoreKeeperOptions = {
  readonly detector: Pick<MevDetector, 'chain' | 'on' | 'terms'>
  /** The detector's. */
  readonly watcher: Pick<MempoolWatcher, 'on'>
  /** The detector's. */
  readonly book: Pick<PoolBook, 'on' | 'snapshot'>
  readonly pool: Pick<ProviderPool, 'send' | 'chain' | 'transport'>
  /** Keeps the sums, so that a restart goes on with them. @default in memory */
  readonly store?: Store
  /** Blocks on top of a block before it is scored: a reorganisation of fewer changes no score. @default 2n */
  readonly depth?: bigint
  /** Findings that wait for their block at most. @default 10_000 */
  readonly maxPredictions?: number
  readonly signal?: AbortSignal
}

/** Events of a score keeper, by name. */
export type ScoreKeeperEvents = {
  /** A finding has been held against the chain, and was counted. */
  readonly scored: { readonly finding: Finding; readonly outcome: Outcome }
}

/** Holds what was found against what the chain then did. */
export type ScoreKeeper = Events<ScoreKeeperEvents> & {
  readonly chain: ChainName
  /** Resolves when the sums of earlier runs have been read. */
  readonly ready: Promise<void>
  /** All that was counted so far, by earlier runs too. */
  report(): ScoreReport
  /** Waits for what is being counted. */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}
