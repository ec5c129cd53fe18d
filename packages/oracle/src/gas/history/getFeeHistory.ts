import { type ChainProfile, type Clock, chains, createMemoryStore, type Store } from '@outrigger/core'
import { getClientChain, systemClock } from '@outrigger/core/internal'
import type { PublicClient } from 'viem'
import { ChainNotServedError } from '../gasErrors.ts'
import type { BackfillOptions } from './backfill.ts'
import { createFeeHistory } from './createFeeHistory.ts'
import type { FeeBars } from './feeHistoryTypes.ts'
import { chooseResolution } from './feeSeries.ts'
import type { Resolution } from './resolutions.ts'

/** Options of `getFeeHistory`. */
export type GetFeeHistoryOptions = Pick<BackfillOptions, 'maxCalls' | 'onProgress' | 'signal'> & {
  /** How far back. */
  readonly hours: number
  /** Width of a bar. @default the finest that is kept for as long */
  readonly resolution?: Resolution
  /** Where it is kept, so that the next question costs less. @default nowhere */
  readonly store?: Store
  /** @default the profile of the client's chain */
  readonly chain?: ChainProfile
  readonly clock?: Clock
}

/**
 * What blocks charged in the last hours, read now within a budget of calls. Works with any viem client.
 *
 * `eth_feeHistory`; of a budget of 12 calls, 10 report 1024 blocks each. What they do not reach is reported by `coverage`, and
 * `stopped` says why.
 *
 * @throws {ChainNotServedError} the client's chain is unknown or has no EVM gas market; and whatever its transport throws
 * @example
 * const { bars, coverage } = await getFeeHistory(client, { hours: 24, resolution: '1h' })
 * const cheapest = bars.toSorted((a, b) => Number(a.baseFeePerGas.average - b.baseFeePerGas.average))[0]
 */
export async function getFeeHistory(
  client: PublicClient,
  options: GetFeeHistoryOptions,
): Promise<FeeBars & { readonly calls: number; readonly stopped: string | null }> {
  const { hours, store = createMemoryStore(), clock = systemClock, resolution, chain: named, ...budget } = options
  const chain = named ?? (await getClientChain(client))
  if (chain === undefined) throw new ChainNotServedError('of this client', Object.keys(chains))
  if (chain.feeModel.kind === 'native') throw new ChainNotServedError(chain.name, [])
  await using history = createFeeHistory({ store, clock })
  const fromTime = Math.floor(clock.now() / 1000 - hours * 3600)
  const { calls, stopped } = await history.backfill(client, chain, { ...budget, fromTime })
  const toTime = Math.floor(clock.now() / 1000) + 1
  const bars = await history.bars(chain, { fromTime, toTime, resolution: resolution ?? chooseResolution(hours * 3600) })
  return { ...bars, calls, stopped }
}
