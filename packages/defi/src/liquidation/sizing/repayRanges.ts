import type { SwapRoute } from '../../dex/router/swapRoute.ts'
import type { LiquidationTerms } from '../../lending/market.ts'
import { type FlashLender, toLoanTiers } from '../flashLoans.ts'

/** Amounts, both ends included, for which the route, the lender and the protocol's rule stay the same. */
export type RepayRange = {
  readonly route: SwapRoute
  /** Null if no lender has enough. */
  readonly lender: FlashLender | null
  readonly from: bigint
  readonly to: bigint
}

/** Divides the amounts that may be repaid at each change of terms or lender. */
export function toRepayRanges(
  terms: LiquidationTerms,
  route: SwapRoute,
  lenders: readonly FlashLender[],
  debtToken: FlashLender['token'],
): readonly RepayRange[] {
  const stretches = terms.ranges.flatMap(({ from, to }) => {
    const inside = terms.kinks.filter((kink) => kink > from && kink < to).sort((a, b) => (a < b ? -1 : 1))
    const cuts = [from, ...inside, to]
    return cuts.slice(1).map((end, index) => ({ from: cuts[index] as bigint, to: end }))
  })
  const tiers = toLoanTiers(
    lenders,
    debtToken,
    route.hops.map(({ pool }) => pool),
  )
  const limits = [0n, ...tiers.map(({ available }) => available)]
  return [...tiers, null].flatMap((lender, tier) =>
    stretches.flatMap((stretch) => {
      const least = (limits[tier] as bigint) + 1n
      const from = stretch.from > least ? stretch.from : least
      const to = lender !== null && lender.available < stretch.to ? lender.available : stretch.to
      return from > to ? [] : [{ route, lender, from, to }]
    }),
  )
}
