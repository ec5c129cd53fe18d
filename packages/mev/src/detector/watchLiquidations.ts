import type { Unwatch } from '@outrigger/core'
import type { LiquidationScanner, Opportunity } from '@outrigger/defi'
import type { Terms } from '../detect/context.ts'
import type { LiquidationInput } from '../detect/liquidation/liquidationInput.ts'
import type { PoolSnapshot } from '../view/poolSnapshot.ts'
import { createPoolView } from '../view/poolView.ts'
import { toNativeValue } from '../view/valuation.ts'
import { detect, toContext } from './evaluate.ts'
import type { LiveFindings } from './liveFindings.ts'

/** Opportunities of the scanner, those of pending prices included, as findings. */
export function watchLiquidations(
  scanner: Pick<LiquidationScanner, 'on'>,
  { terms, snapshot, tell, drop }: Pick<LiveFindings, 'terms' | 'snapshot' | 'tell' | 'drop'>,
): Unwatch {
  const idsOf = new Map<string, Set<string>>()
  const unwatch = [
    scanner.on('opportunity', (opportunity) => {
      const view = createPoolView(snapshot())
      const liquidations = [toLiquidationInput(opportunity, view, terms())]
      const findings = detect({ ...toContext(terms(), view), liquidations })
      const key = toKey(opportunity)
      for (const { id } of findings) idsOf.set(key, (idsOf.get(key) ?? new Set()).add(id))
      tell(findings)
    }),
    scanner.on('gone', (gone) => {
      drop([...(idsOf.get(toKey(gone)) ?? [])], 'block')
      idsOf.delete(toKey(gone))
    }),
  ]
  return () => {
    for (const stop of unwatch) stop()
  }
}

const toKey = ({ protocol, market, borrower }: Pick<Opportunity, 'protocol' | 'market' | 'borrower'>) =>
  `${protocol}:${market}:${borrower}`

/** The scanner counts in dollars; its profit is the debt token's, which the pools value. */
export function toLiquidationInput(
  opportunity: Opportunity,
  view: PoolSnapshot,
  { native, taxes }: Pick<Terms, 'native' | 'taxes'>,
): LiquidationInput {
  const { debtToRepay, collateralToReceive, grossProfitUsd, flashLoan, route } = opportunity
  const { amount, valueUsd, token } = debtToRepay
  // Whole debt tokens of profit: the same share of the debt as the profit is of its value.
  const profit = valueUsd > 0 ? (amount * BigInt(Math.round((grossProfitUsd / valueUsd) * 1e12))) / 10n ** 12n : 0n
  return {
    protocol: opportunity.protocol,
    borrower: opportunity.borrower,
    collateral: collateralToReceive.token,
    debt: token,
    bonusPercent: opportunity.liquidationBonusPercent,
    grossProfit: toNativeValue(view, native, token, profit, taxes),
    gas: liquidationGas + (flashLoan?.gas ?? 0n) + (route?.gas ?? 0n),
    pendingUpdate: opportunity.pendingUpdate,
    pendingCall: null,
    proven: opportunity.proven,
    blockNumber: opportunity.blockNumber,
  }
}

/** A liquidation without loan and sale, as measured at Aave v3. */
const liquidationGas = 400_000n
