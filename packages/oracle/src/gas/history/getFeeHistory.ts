import { type Clock, createMemoryStore, type Store } from '@outrigger/core'
import { type ChainOption, type ClientOption, systemClock, toClient } from '@outrigger/core/internal'
import { getPricedChain } from '../pricedChain.ts'
import type { BackfillOptions } from './backfill.ts'
import { createFeeHistory } from './createFeeHistory.ts'
import type { FeeBars } from './feeHistoryTypes.ts'
import { chooseResolution } from './feeSeries.ts'
import type { Resolution } from './resolutions.ts'

/** Options of `getFeeHistory`. */
export type GetFeeHistoryOptions = Pick<BackfillOptions, 'maxCalls' | 'onProgress' | 'signal'> & {
  /** How many hours back to read. */
  readonly hours: number
  /** Width of a bar. @default the finest width that is kept for this time */
  readonly resolution?: Resolution
  /** Store for the blocks, so that the next call needs fewer requests. @default in memory */
  readonly store?: Store
  /** @default the client's chain */
  readonly chain?: ChainOption
  readonly clock?: Clock
}

/**
 * Reads the fees of the last hours, within a budget of calls.
 *
 * Calls `eth_feeHistory`. Of a budget of 12 calls, 10 calls read 1024 blocks each. `coverage` reports missing blocks,
 * and `stopped` contains the reason.
 *
 * @throws {ChainNotServedError} the client's chain is unknown or has no EVM gas market
 * @throws errors of the client's transport
 * @example
 * const { bars, coverage } = await getFeeHistory(client, { hours: 24, resolution: '1h' })
 * const cheapest = bars.toSorted((a, b) => Number(a.baseFeePerGas.average - b.baseFeePerGas.average))[0]
 */
export async function getFeeHistory(
  client: ClientOption,
  options: GetFeeHistoryOptions,
): Promise<FeeBars & { readonly calls: number; readonly stopped: string | null }> {
  const viemClient = toClient(client)
  const { hours, store = createMemoryStore(), clock = systemClock, resolution, chain: given, ...budget } = options
  const chain = await getPricedChain(viemClient, given)
  await using history = createFeeHistory({ store, clock })
  const fromTime = Math.floor(clock.now() / 1000 - hours * 3600)
  const { calls, stopped } = await history.backfill(viemClient, chain, { ...budget, fromTime })
  const toTime = Math.floor(clock.now() / 1000) + 1
  const bars = await history.bars(chain, { fromTime, toTime, resolution: resolution ?? chooseResolution(hours * 3600) })
  return { ...bars, calls, stopped }
}
