import { LendingReadError } from '../reads/readErrors.ts'
import type { BookMarket } from './book/bookTypes.ts'
import type { HealthModel } from './book/liquidatable.ts'
import type { SkippedPosition } from './opportunity.ts'
import { sumUsd } from './profit.ts'
import type { Candidate } from './sizingContext.ts'

export type Found = { readonly candidates: readonly Candidate[]; readonly silent: readonly SkippedPosition[] }

/**
 * Returns the accounts that can be liquidated, or that another health model selects. They are grouped by market, with
 * the lowest health factor first.
 */
export function findCandidates(
  markets: readonly BookMarket[],
  toModel: (protocol: BookMarket['protocol']) => HealthModel = (protocol) => protocol,
): Found {
  const silent: SkippedPosition[] = []
  const candidates = markets.flatMap(({ protocol, market, table }) => {
    try {
      const found = table.findLiquidatable(toModel(protocol), market)
      return found.map(({ account, health }) => ({ protocol, market, account, health }))
    } catch (cause) {
      // For example an oracle that does not answer. Other markets are not affected.
      if (!(cause instanceof LendingReadError)) throw cause
      silent.push({ protocol: protocol.id, market: market.id, borrower: null, reason: cause.message })
      return []
    }
  })
  return { candidates, silent }
}

/** Sorts by debt in US dollars, largest first. */
export function sortByDebt(candidates: readonly Candidate[]): readonly Candidate[] {
  return candidates
    .map((candidate) => ({ candidate, debtUsd: sumUsd(candidate.market, candidate.health.debt) }))
    .sort((a, b) => b.debtUsd - a.debtUsd)
    .map(({ candidate }) => candidate)
}
