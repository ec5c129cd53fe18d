import { LendingReadError } from '../reads/readErrors.ts'
import type { BookMarket } from './book/bookTypes.ts'
import type { HealthModel } from './book/liquidatable.ts'
import type { SkippedPosition } from './opportunity.ts'
import { sumUsd } from './profit.ts'
import type { Candidate } from './sizingContext.ts'

export type Found = { readonly candidates: readonly Candidate[]; readonly silent: readonly SkippedPosition[] }

/** Accounts of these markets that can be liquidated, or that another model finds: lowest health factor first in each. */
export function findCandidates(
  markets: readonly BookMarket[],
  toJudge: (protocol: BookMarket['protocol']) => HealthModel = (protocol) => protocol,
): Found {
  const silent: SkippedPosition[] = []
  const candidates = markets.flatMap(({ protocol, market, table }) => {
    try {
      const found = table.findLiquidatable(toJudge(protocol), market)
      return found.map(({ account, health }) => ({ protocol, market, account, health }))
    } catch (cause) {
      // An oracle that does not answer, say: the other markets go on without.
      if (!(cause instanceof LendingReadError)) throw cause
      silent.push({ protocol: protocol.id, market: market.id, borrower: null, reason: cause.message })
      return []
    }
  })
  return { candidates, silent }
}

/** Largest first. */
export function sortByDebt(candidates: readonly Candidate[]): readonly Candidate[] {
  return candidates
    .map((candidate) => ({ candidate, debtUsd: sumUsd(candidate.market, candidate.health.debt) }))
    .sort((a, b) => b.debtUsd - a.debtUsd)
    .map(({ candidate }) => candidate)
}
