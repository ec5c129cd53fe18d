import type { FindingsParameters } from '@outrigger/api'
import type { Clock, ProviderPool, Store } from '@outrigger/core'
import type { LiquidationScanner } from '@outrigger/defi'
import { createPoolBook, type PoolBook, type PoolBookStatus } from '@outrigger/defi/dex'
import type { MempoolWatcher } from '@outrigger/mempool'
import { createMevDetector, type MevDetector } from '@outrigger/mev'
import { createScoreKeeper, type ScoreKeeper, type ScoreReport } from '@outrigger/mev/score'
import type { Logger } from 'pino'
import { parseEther } from 'viem'
import { ServiceError } from '../errors/serviceError.ts'
import { createFindingFeed, type FindingFeed } from './findingFeed.ts'
import { createFindingFilter } from './findingFilter.ts'
import type { Lending } from './lending.ts'
import { type Mempools, openMempool } from './mempools.ts'
import { type MevSettings, mevDefaults } from './mevSettings.ts'

/** The MEV detection of one chain: its pools, its detector, the score of its findings, and the log of their changes. */
export type ChainMev = {
  readonly book: PoolBook
  readonly detector: MevDetector
  readonly score: ScoreKeeper
  readonly feed: FindingFeed
}

/** MEV detection of a node. It runs for every watched mempool. */
export type MevDetectors = {
  /** Starts detection on a mempool that has just been opened, and annotates its transactions. */
  start(pool: ProviderPool, watcher: MempoolWatcher): void
  /**
   * Adds the liquidations of a chain's scanner to the reported findings, now or as soon as the chain's mempool is
   * watched.
   */
  addScanner(chain: string, scanner: LiquidationScanner): void
  /** Running detection, by chain. */
  readonly running: ReadonlyMap<string, ChainMev>
  close(): Promise<void>
}

type Parts = {
  readonly store: Store
  readonly settings: MevSettings
  readonly logger: Logger
  readonly clock: Clock
  /**
   * Calls to the provider per block for findings that need simulation: unmeasured tokens, calls that anyone could copy,
   * liquidations. @default 16
   */
  readonly simulationsPerBlock?: number
}

export function createMevDetectors({ store, settings, logger, clock, simulationsPerBlock = 16 }: Parts): MevDetectors {
  const { enabled, minProfitEth, builderBidBps } = { ...mevDefaults, ...settings }
  const running = new Map<string, ChainMev>()
  const scanners = new Map<string, LiquidationScanner>()

  return {
    running,
    start(pool, watcher) {
      const { name } = pool.chain
      if (!enabled || running.has(name)) return
      // The watcher of a public mempool reads the receipts of every block, so the book shares that call.
      const logsFrom = watcher.status().visibility === 'public' ? 'receipts' : 'logs'
      const book = createPoolBook({ pool, store, logsFrom })
      book.on('status', createProgressLog(name, logger))
      const minProfit = parseEther(minProfitEth.toFixed(18))
      const scanner = scanners.get(name)
      const detector = createMevDetector({
        pool,
        watcher,
        book,
        builderBidBps,
        minProfit,
        simulationsPerBlock,
        ...(scanner && { scanner }),
      })
      const score = createScoreKeeper({ detector, watcher, book, pool, store })
      running.set(name, { book, detector, score, feed: createFindingFeed({ detector, watcher, clock }) })
    },
    addScanner(chain, scanner) {
      scanners.set(chain, scanner)
      running.get(chain)?.detector.addScanner(scanner)
    },
    async close() {
      await Promise.all(
        [...running.values()].map(async ({ book, detector, score, feed }) => {
          feed.close()
          await score.close()
          await Promise.all([detector.close(), book.close()])
        }),
      )
    },
  }
}

export type MevParts = {
  readonly mempools: Mempools
  readonly mev: Pick<MevDetectors, 'running'>
  readonly lending: Pick<Lending, 'start'>
}

/**
 * Returns the detection of a chain, which starts with the chain's mempool. The books of borrowers cost many requests, so
 * only a caller that names liquidations in `types` starts them.
 *
 * @throws {InvalidChainError | UpstreamUnavailableError} the mempool cannot be watched
 * @throws {MevDisabledError}
 */
export function openMev({ mempools, mev, lending }: MevParts, chain: string, types: readonly string[] = []): ChainMev {
  const running = mev.running.get(mempools.get(chain).chain)
  if (running === undefined) throw new MevDisabledError()
  if (types.includes('liquidation')) lending.start(chain)
  return running
}

/** Returns the current findings that match, most profitable first. */
export async function getFindings(parts: MevParts, chain: string, parameters: FindingsParameters = {}) {
  const { type, limit = 100, ...conditions } = parameters
  const types = [...(parameters.types ?? []), ...(type ? [type] : [])]
  const { asOfMs } = await openMempool(parts.mempools, chain)
  const { feed, book } = openMev(parts, chain, types)
  const found = feed.list().filter(createFindingFilter({ ...conditions, types }))
  const blockNumber = book.block()?.number ?? null
  return { chain, blockNumber, total: found.length, records: found.slice(0, limit), asOfMs }
}

/** Returns the pools of a chain's detector, and the score of its past findings. */
export async function getMevStatus(parts: MevParts, chain: string): Promise<MevStatus> {
  await openMempool(parts.mempools, chain)
  const { book, score } = openMev(parts, chain)
  return { chain, pools: book.status(), score: score.report() }
}

export type MevStatus = { readonly chain: string; readonly pools: PoolBookStatus; readonly score: ScoreReport }

class MevDisabledError extends ServiceError {
  readonly code = 'NOT_AVAILABLE'
  constructor() {
    super('MEV detection is disabled on this node. Set mev.enabled to true in its configuration.')
  }
}

/** Logs each tenth of the search for pools, and each reason why it is stuck, once. */
function createProgressLog(chain: string, logger: Logger): (status: ReturnType<PoolBook['status']>) => void {
  let last = ''
  return (status) => {
    const { state, progress, known, loaded, reason } = status
    const step = `${state} ${Math.floor(progress * 10)} ${reason}`
    if (step === last) return
    last = step
    logger[reason === null ? 'info' : 'warn']({ chain, state, progress, known, loaded, reason }, 'book of pools')
  }
}
