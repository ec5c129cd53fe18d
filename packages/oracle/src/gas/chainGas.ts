import { type Clock, observeReads, type ProviderPool } from '@outrigger/core'
import { createPoolClient } from '@outrigger/core/internal'
import { createStaleWhileRevalidate, type StaleWhileRevalidate } from '../staleWhileRevalidate/staleWhileRevalidate.ts'
import { toSteadyClock } from '../staleWhileRevalidate/steadyClock.ts'
import { computeGasQuote } from './compute/gasQuote.ts'
import { GasUnavailableError } from './gasErrors.ts'
import { type GasPrice, type GasQuote, toGasPrice } from './gasPrice.ts'
import type { GasSample } from './gasSample.ts'
import type { FeeHistory } from './history/createFeeHistory.ts'
import { createChainModel, observeSample } from './model/observeSample.ts'
import { createGasReader, type NextBlock } from './sources/gasReader.ts'
import type { InclusionTarget } from './tierTargets.ts'

type ChainGasOptions = {
  readonly ttlMs: number
  readonly coldTimeoutMs: number
  readonly pendingPool: boolean
  readonly clock: Clock
  readonly history: FeeHistory | undefined
  readonly nextBlock: NextBlock | undefined
  readonly onRead: (price: GasPrice) => void
  readonly onFailure: (error: unknown) => void
}

export type ChainGas = Pick<StaleWhileRevalidate<GasPrice>, 'peek' | 'get' | 'clear'> & {
  /** Returns the cached price with the quote for `target`. It is computed from the cached sample without I/O. */
  getFor(target: InclusionTarget): Promise<GasPrice>
  close(): void
}

/**
 * Keeps the gas price of one chain fresh. It reads at every new head, when the state of the pool changes, and at
 * least every half lifetime. So while a provider is healthy, callers neither wait nor get an expired value.
 */
export function createChainGas(pool: ProviderPool, options: ChainGasOptions): ChainGas {
  const { ttlMs, history } = options
  const clock = toSteadyClock(options.clock)
  const client = createPoolClient(pool)
  const { chain } = pool
  const readSample = createGasReader(chain, {
    ...options,
    longHistoryAt: 2,
    onBlocks: (head, blocks) => void history?.record({ client, chain, head, blocks }),
  })
  let model = createChainModel(chain)
  let sample: GasSample | undefined
  const price = createStaleWhileRevalidate<GasQuote, GasPrice>({
    ...options,
    read: async () => {
      const { value, provenance } = await observeReads(client, readSample)
      model = observeSample(pool.chain, model, value)
      sample = value
      return { value: computeGasQuote(pool.chain, value, { model }), source: provenance.role }
    },
    serve: (quote, freshness) => toGasPrice(quote, pool.report().status, freshness),
    unavailable: (cause) => new GasUnavailableError(pool.chain.name, cause),
  })

  // Chains with several blocks per second are read once per `headGapMs`. After a pause the next head is read immediately,
  // so a chain whose block time equals the gap is read at each block.
  const headGapMs = Math.min(1000, ttlMs / 3)
  const eventGapMs = 50
  let startedMs = 0
  let nextHeadMs = Number.NEGATIVE_INFINITY
  let dueMs = 0
  let timer: NodeJS.Timeout | undefined

  const readAt = (atMs: number, longestMs: number) => {
    clearTimeout(timer)
    dueMs = atMs
    // Bounded, because the clock may have been set back.
    timer = setTimeout(run, Math.min(longestMs, Math.max(0, atMs - clock.now())))
  }
  const run = () => {
    startedMs = clock.now()
    nextHeadMs = Math.min(startedMs, Math.max(nextHeadMs, startedMs - headGapMs)) + headGapMs
    readAt(startedMs + ttlMs / 2, ttlMs / 2)
    void price.refresh()
  }
  const readBy = (atMs: number, longestMs: number) => {
    if (atMs < dueMs) readAt(atMs, longestMs)
  }
  const readSoon = (gapMs: number) => readBy(startedMs + gapMs, gapMs)

  const unwatch = [
    pool.watchHeads(() => readBy(nextHeadMs, headGapMs)),
    pool.on('failover', () => readSoon(eventGapMs)),
    pool.on('status', ({ from, to }) => {
      if (from === 'unavailable') void price.restart()
      // Other changes may be caused by the last read itself.
      if (from === 'unavailable' || to === 'unavailable') readSoon(eventGapMs)
    }),
  ]
  run()

  return {
    peek: price.peek,
    get: price.get,
    async getFor(target) {
      const { source, stale, ttlMs, timestampMs, ...known } = await price.get()
      const quote = sample === undefined ? known : computeGasQuote(chain, sample, { model, target })
      return toGasPrice(quote, pool.report().status, { source, stale, ttlMs, timestampMs })
    },
    clear() {
      const had = price.clear()
      // Read again immediately, so that the next caller does not wait.
      readSoon(0)
      return had
    },
    close() {
      price.close()
      clearTimeout(timer)
      for (const stop of unwatch) stop()
    },
  }
}
