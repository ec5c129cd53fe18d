import type { ChainName, Events, ProviderPool, Store } from '@outrigger/core'
import type { PoolClient } from '@outrigger/core/internal'
import type { PoolBook } from '@outrigger/defi/dex'
import type { MempoolWatcher } from '@outrigger/mempool'
import type { Transport } from 'viem'
import type { MevDetector } from '../detector/detectorTypes.ts'
import type { Finding } from '../finding.ts'
import type { Outcome } from './outcome.ts'
import type { ScoreReport } from './scoreReport.ts'

/** Settings of a score keeper. The keeper does not close the detector, watcher, book, pool or store that it receives. */
export type ScoreKeeperOptions = {
  readonly detector: Pick<MevDetector, 'chain' | 'on' | 'terms'>
  /** The watcher that the detector uses. */
  readonly watcher: Pick<MempoolWatcher, 'on'>
  /** The pool book that the detector uses. */
  readonly book: Pick<PoolBook, 'on' | 'snapshot'>
  readonly pool: (Pick<ProviderPool, 'send' | 'chain'> & { readonly transport: Transport }) | PoolClient
  /** Stores the sums. A persistent store lets a restarted keeper continue from them. @default in memory */
  readonly store?: Store
  /** Number of blocks that must follow a block before the keeper scores it. Shorter reorgs change no score. @default 2n */
  readonly depth?: bigint
  /** Largest number of findings that wait for their block, with and without transactions each. @default 10_000 */
  readonly maxPredictions?: number
  readonly signal?: AbortSignal
}

/** Events of a score keeper, by name. */
export type ScoreKeeperEvents = {
  /** Emitted when a finding has an outcome and has been counted. */
  readonly scored: { readonly finding: Finding; readonly outcome: Outcome }
}

/** Compares the findings of a detector with their outcomes on the chain. */
export type ScoreKeeper = Events<ScoreKeeperEvents> & {
  readonly chain: ChainName
  /** Resolves when the sums of earlier runs have been read. */
  readonly ready: Promise<void>
  /** Resolves when all blocks that are deep enough are scored. */
  settled(): Promise<void>
  /** Returns the score of all findings counted so far, including earlier runs. */
  report(): ScoreReport
  /** Stops counting. Waits for the block in progress and saves the remaining scores. */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}
