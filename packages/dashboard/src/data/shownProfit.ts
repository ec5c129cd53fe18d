import type { Opportunity } from './seenOpportunities.ts'

/**
 * Profit of a liquidation in US dollars, rounded to cents. Each sum is computed from the rounded terms, so that the displayed
 * terms add up to the displayed sum.
 */
export type ShownProfit = {
  readonly sale: number
  readonly paid: number
  readonly loanFee: number
  /** Part of `gross`: the lender's liquidation bonus. */
  readonly bonus: number
  /** Part of `gross`: the sale on the pools minus the oracle value of the collateral. Negative after fees and slippage. */
  readonly premium: number
  readonly gross: number
  readonly gas: number
  readonly net: number
}

const toCents = (usd: number) => Math.round(usd * 100) / 100

export function toShownProfit(of: Opportunity): ShownProfit {
  const sale = toCents(of.sale.usd_value)
  const paid = toCents(of.debt_to_repay.usd_value)
  const gas = toCents(of.estimated_gas_usd)
  const received = toCents(of.collateral_to_receive.usd_value)
  const loanFee = toCents(of.flash_loan?.fee_usd ?? 0)
  const gross = toCents(sale - paid - loanFee)
  return {
    sale,
    paid,
    loanFee,
    gross,
    gas,
    bonus: toCents(received - paid),
    premium: toCents(sale - received),
    // Gas below one cent is displayed with three digits but does not change the sum.
    net: toCents(gross - gas),
  }
}
