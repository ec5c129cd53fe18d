import { type ChainProfile, type Clock, chains, createMemoryStore, type Store } from '@outrigger/core'
import { getClientChain, systemClock } from '@outrigger/core/internal'
import type { PublicClient } from 'viem'
import { ChainNotServedError } from '../gasErrors.ts'
import type { GasQuote } from '../gasPrice.ts'
import { getGasPrice } from '../getGasPrice.ts'
import type { BackfillOptions } from '../history/backfill.ts'
import { createFeeHistory, type FeeHistory } from '../history/createFeeHistory.ts'
import { computeGasTiming, type GasTiming } from './gasTiming.ts'

/** Options of `getGasTiming`. */
export type GetGasTimingOptions = Pick<BackfillOptions, 'onProgress' | 'signal'> & {
  /** How far back to look, in hours: a rhythm of the week takes weeks. @default 192 */
  readonly hours?: number
  /** Calls that may be spent on the past; what they do not reach is not judged by. @default 60 */
  readonly maxCalls?: number
  /** Where the past is kept, so that the next question costs less. @default nowhere */
  readonly store?: Store
  /** @default the profile of the client's chain */
  readonly chain?: ChainProfile
  readonly clock?: Clock
}

const day = 86_400
const fineDays = 8
const coarseDays = 60

/**
 * Whether to send now or later, by what waiting brought in the past. Works with any viem client; it reads the past first,
 * within a budget of calls.
 *
 * @throws {ChainNotServedError} the client's chain is unknown or has no EVM gas market; and whatever its transport throws
 * @example
 * const { recommendation, reasoning, best } = await getGasTiming(client, { hours: 24 * 7 })
 */
export async function getGasTiming(client: PublicClient, options: GetGasTimingOptions = {}): Promise<GasTiming> {
  const { hours = 192, maxCalls = 60, store = createMemoryStore(), clock = systemClock, ...rest } = options
  const chain = rest.chain ?? (await getClientChain(client))
  if (chain === undefined) throw new ChainNotServedError('of this client', Object.keys(chains))
  const quote = await getGasPrice(client, { chain, clock })
  await using history = createFeeHistory({ store, clock })
  const fromTime = Math.floor(clock.now() / 1000 - hours * 3600)
  const { onProgress, signal } = rest
  await history.backfill(client, chain, {
    fromTime,
    maxCalls,
    ...(onProgress && { onProgress }),
    ...(signal && { signal }),
  })
  return readGasTiming(history, chain, quote, clock.now())
}

/** The same by a history that is kept already. */
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
