import { type ChainProfile, type Clock, createMemoryStore, type Store } from '@outrigger/core'
import { type ChainOption, type ClientOption, systemClock, toClient } from '@outrigger/core/internal'
import type { GasQuote } from '../gasPrice.ts'
import { getGasPrice } from '../getGasPrice.ts'
import type { BackfillOptions } from '../history/backfill.ts'
import { createFeeHistory, type FeeHistory } from '../history/createFeeHistory.ts'
import { getPricedChain } from '../pricedChain.ts'
import { computeGasTiming, type GasTiming } from './gasTiming.ts'

/** Options of `getGasTiming`. */
export type GetGasTimingOptions = Pick<BackfillOptions, 'onProgress' | 'signal'> & {
  /** How far back to read, in hours. A weekly pattern needs several weeks. @default 192 */
  readonly hours?: number
  /** Maximum number of calls for the history. @default 60 */
  readonly maxCalls?: number
  /** Store for the history, so that the next call needs fewer requests. @default in memory */
  readonly store?: Store
  /** @default the client's chain */
  readonly chain?: ChainOption
  readonly clock?: Clock
}

const day = 86_400
const fineDays = 8
const coarseDays = 60

/**
 * Recommends whether to send now or later, based on the results of waiting in the past. It reads the fee history
 * first, within a budget of calls.
 *
 * @throws {ChainNotServedError} the client's chain is unknown or has no EVM gas market
 * @throws errors of the client's transport
 * @example
 * const { recommendation, reasoning, best } = await getGasTiming(client, { hours: 24 * 7 })
 */
export async function getGasTiming(client: ClientOption, options: GetGasTimingOptions = {}): Promise<GasTiming> {
  const viemClient = toClient(client)
  const {
    hours = 192,
    maxCalls = 60,
    store = createMemoryStore(),
    clock = systemClock,
    chain: given,
    ...rest
  } = options
  const chain = await getPricedChain(viemClient, given)
  const quote = await getGasPrice(viemClient, { chain, clock })
  await using history = createFeeHistory({ store, clock })
  const fromTime = Math.floor(clock.now() / 1000 - hours * 3600)
  await history.backfill(viemClient, chain, { ...rest, fromTime, maxCalls })
  return readGasTiming(history, chain, quote, clock.now())
}

/** Recommends whether to send now or later, based on a stored history. */
export async function readGasTiming(
  history: Pick<FeeHistory, 'bars'>,
  chain: ChainProfile,
  quote: Pick<GasQuote, 'chain' | 'tiers'>,
  nowMs: number,
): Promise<GasTiming> {
  const toTime = Math.floor(nowMs / 1000) + 1
  const [fine, coarse] = await Promise.all([
    history.bars(chain, { fromTime: toTime - fineDays * day, toTime, resolution: '5m' }),
    history.bars(chain, { fromTime: toTime - coarseDays * day, toTime, resolution: '1h' }),
  ])
  return computeGasTiming(quote, { fine: fine.bars, coarse: coarse.bars })
}
