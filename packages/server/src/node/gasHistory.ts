import type { Clock, ProviderPool } from '@outrigger/core'
import { createPoolClient } from '@outrigger/core/internal'
import type { FeeBars, FeeHistory, GasPrice, GasTiming } from '@outrigger/oracle'
import type { BlockFees, Resolution } from '@outrigger/oracle/internal'
import { readGasTiming } from '@outrigger/oracle/internal'
import { UpstreamUnavailableError } from './chainErrors.ts'
import { orUnavailable } from './orUnavailable.ts'

const backfillGapMs = 10_000
/** Calls that one request makes to read missing history: two headers, plus a call for each 1024 blocks. */
const maxCalls = 12
/** A weekly pattern needs more than a week. */
const timingSeconds = 8 * 86_400

/** The stored fee history of every chain. Requests extend it further back. */
export type GasHistories = {
  readonly history: FeeHistory
  readonly clock: Clock
  readonly filledMs: Map<string, number>
}

export function createGasHistories(history: FeeHistory, clock: Clock): GasHistories {
  return { history, clock, filledMs: new Map() }
}

/**
 * Returns bars of the last seconds. Missing blocks are read first, within a budget. `coverage` shows which are still missing.
 * @throws {UpstreamUnavailableError} the history is empty
 */
export async function readGasHistory(
  histories: GasHistories,
  pool: ProviderPool,
  { seconds, resolution }: { readonly seconds: number; readonly resolution: Resolution },
): Promise<FeeBars> {
  const { chain } = pool
  const span = await fill(histories, pool, seconds)
  const answer = await orUnavailable(chain.name, () =>
    histories.history.bars(chain, { ...span, toTime: span.toTime + 1, resolution }),
  )
  if (answer.bars.some(({ tiers }) => tiers !== null)) return answer
  throw new UpstreamUnavailableError(
    chain.name,
    `No past fees of ${chain.name} are known yet. Its provider returns none, or for too few blocks. Try again in a few minutes.`,
  )
}

/** Recommends whether to send now or later, from the stored history. Missing blocks are read first, within a budget of calls. */
export async function readTiming(histories: GasHistories, pool: ProviderPool, quote: GasPrice): Promise<GasTiming> {
  const { history, clock } = histories
  await fill(histories, pool, timingSeconds)
  return orUnavailable(pool.chain.name, () => readGasTiming(history, pool.chain, quote, clock.now()))
}

/** Returns consecutive blocks up to the newest, ascending. Missing blocks are read first, within a budget of calls. */
export async function readNewestBlocks(
  histories: GasHistories,
  pool: ProviderPool,
  { head, most }: { readonly head: bigint; readonly most: number },
): Promise<readonly BlockFees[]> {
  const { chain } = pool
  await fill(histories, pool, Math.ceil((most * chain.blockTimeMs) / 1000))
  const to = Number(head)
  const blocks = await histories.history.blocks(chain, { from: Math.max(0, to + 1 - most), to })
  const gap = blocks.findLastIndex(({ number }, index) => index > 0 && blocks[index - 1]?.number !== number - 1n)
  return gap > 0 ? blocks.slice(gap) : blocks
}

/** Reads missing blocks of the last seconds, newest first, within the budget of one request. */
async function fill({ history, clock, filledMs }: GasHistories, pool: ProviderPool, seconds: number) {
  const { chain } = pool
  const toTime = Math.floor(clock.now() / 1000)
  const span = { fromTime: toTime - seconds, toTime }
  const { gaps } = await history.coverage(chain, span)
  const sinceMs = clock.now() - (filledMs.get(chain.name) ?? Number.NEGATIVE_INFINITY)
  if (gaps.length > 0 && !(sinceMs >= 0 && sinceMs < backfillGapMs)) {
    filledMs.set(chain.name, clock.now())
    const client = createPoolClient(pool)
    // Stored history is a valid answer even if no provider responds.
    await history.backfill(client, chain, { fromTime: span.fromTime, maxCalls }).catch(() => {})
  }
  return span
}
