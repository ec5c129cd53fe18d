import { setImmediate as nextTurn } from 'node:timers/promises'
import { computeOpportunities } from './computeOpportunities.ts'
import type { LiquidationScan } from './opportunity.ts'
import type { Candidate, SizingContext } from './sizingContext.ts'

/** Longest time in milliseconds that it blocks the event loop. */
const sliceMs = 3

/** Runs `computeOpportunities` for one candidate at a time, and lets the event loop run in between. */
export async function* sizeInTurns(
  candidates: readonly Candidate[],
  context: SizingContext,
): AsyncGenerator<LiquidationScan> {
  let beganMs = performance.now()
  for (const candidate of candidates) {
    yield computeOpportunities([candidate], context)
    if (performance.now() - beganMs < sliceMs) continue
    await nextTurn()
    beganMs = performance.now()
  }
}

/** Sizes all candidates. Returns opportunities, most profitable first, and skipped positions. */
export async function sizeAll(
  candidates: readonly Candidate[],
  context: SizingContext,
): Promise<Pick<LiquidationScan, 'opportunities' | 'skipped'>> {
  const opportunities: LiquidationScan['opportunities'][number][] = []
  const skipped: LiquidationScan['skipped'][number][] = []
  for await (const one of sizeInTurns(candidates, context)) {
    opportunities.push(...one.opportunities)
    skipped.push(...one.skipped)
  }
  return { opportunities: opportunities.sort((a, b) => b.netProfitUsd - a.netProfitUsd), skipped }
}
