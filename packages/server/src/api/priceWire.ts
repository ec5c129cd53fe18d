import type { ComparisonReading, PriceHistoryReading, PriceReading } from '@outrigger/api'
import { contract, encode, type Response } from '@outrigger/api/contract'
import { volatilityFormula } from '@outrigger/oracle/internal'
import { withAge } from './wireAmounts.ts'

export function toWirePrice(price: PriceReading, nowMs: number): Response<'priceCurrent'> {
  const sources = price.sources.map((one) => ({ ...withAge(one, nowMs), used: one.rejection === null }))
  return encode(contract.priceCurrent.response, { ...withAge(price, nowMs), sources })
}

export const toWireComparison = (found: ComparisonReading): Response<'priceCompare'> =>
  encode(contract.priceCompare.response, { ...found, arbitrageOpportunity: found.arbitrage !== null })

export const toWireHistory = (history: PriceHistoryReading): Response<'priceHistory'> =>
  encode(contract.priceHistory.response, { ...history, volatilityFormula })
