import type { Opportunity } from './seenOpportunities.ts'

/** What a liquidation leaves, US dollars in whole cents: each sum is of the terms as they are shown, so that a reader who adds them up gets it. */
export type ShownProfit = {
  readonly sale: number
  readonly paid: number
  readonly loanFee: number
  /** Of it, what the lender gives for the work. */
  readonly bonus: number
  /** Of it, what the pools pay beyond the lender's oracle; negative for their fees and slippage. */
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
    // Gas of less than a cent is shown to three digits, and changes no sum.
    net: toCents(gross - gas),
  }
}
