import { expect, it } from 'vitest'
import type { Opportunity } from './seenOpportunities.ts'
import { toShownProfit } from './shownProfit.ts'

const of = (sale: number, received: number, paid: number, fee: number, gas: number) =>
  ({
    sale: { usd_value: sale },
    collateral_to_receive: { usd_value: received },
    debt_to_repay: { usd_value: paid },
    flash_loan: { fee_usd: fee },
    estimated_gas_usd: gas,
  }) as Opportunity

it('gives sums of what is shown: rounded one by one they were a cent off in every third row', () => {
  const shown = toShownProfit(of(286_643.5649, 265_586.4, 252_941.2451, 0, 5.2649))
  expect(shown).toEqual({
    sale: 286_643.56,
    paid: 252_941.25,
    loanFee: 0,
    gross: 33_702.31,
    gas: 5.26,
    net: 33_697.05,
    bonus: 12_645.15,
    premium: 21_057.16,
  })
})

it('splits what is left into the bonus and what the pools pay beyond the oracle, or below it', () => {
  const { bonus, premium, loanFee, gross } = toShownProfit(of(1_030, 1_050, 1_000, 0.5, 2))
  expect([bonus, premium, loanFee, gross]).toEqual([50, -20, 0.5, 29.5])
})
