import { contract, encode, type Response, StreamedOpportunity } from '@outrigger/api/contract'
import type { Opportunity, PositionHealth, ProtocolStats, SkippedProtocol } from '@outrigger/defi'
import type * as t from 'typebox'
import type { Address } from 'viem'
import type { EndedLiquidation } from '../node/endedLiquidations.ts'

type WireOpportunity = Response<'defiOpportunities'>['opportunities'][number]
type WireEnded = Response<'defiEndedOpportunities'>['opportunities'][number]
type WireStats = Response<'defiProtocolsStats'>['protocols'][number]

const { items: opportunityRecord } = contract.defiOpportunities.response.properties.opportunities
const { items: endedRecord } = contract.defiEndedOpportunities.response.properties.opportunities
const { items: statsRecord } = contract.defiProtocolsStats.response.properties.protocols

export const toWireHealth = (health: PositionHealth): Response<'defiPositionHealth'> =>
  encode(contract.defiPositionHealth.response, { ...health, address: health.address.toLowerCase() as Address })

/** Omits the field if it would be empty. */
export function toSkippedField<skipped>(skipped: readonly skipped[]): { skipped?: skipped[] } {
  return skipped.length > 0 ? { skipped: [...skipped] } : {}
}

export const toWireOpportunity = (opportunity: Opportunity): WireOpportunity =>
  encode(opportunityRecord, toEncodable(opportunity))

export const toWireEnded = (ended: EndedLiquidation): WireEnded => encode(endedRecord, toEncodable(ended))

/** Adds the fields that only the wire has. */
function toEncodable<opportunity extends Opportunity>(opportunity: opportunity) {
  const { sale, route, flashLoan, flashFeeUsd, gas, weiPerGas, nativePriceUsd, dataFeeUsd } = opportunity
  return {
    ...opportunity,
    sale: { ...sale, route: route?.hops ?? [] },
    flashLoan: flashLoan && { ...flashLoan, feeUsd: flashFeeUsd },
    gas: { units: gas, weiPerGas, nativePriceUsd, dataFeeUsd },
    flashLoanAvailable: flashLoan !== null,
  }
}

/** Formats an opportunity for a stream. */
export const toStreamedOpportunity = (opportunity: Opportunity): t.Static<typeof StreamedOpportunity> =>
  encode(StreamedOpportunity, opportunity)

/**
 * Formats the statistics of protocols. Protocols with unknown or incomplete sums are in `skipped`. Those with
 * unknown sums are only there.
 */
export function toWireStats(all: readonly ProtocolStats[]): {
  readonly protocols: WireStats[]
  readonly skipped: readonly SkippedProtocol[]
} {
  return {
    protocols: all.flatMap(toStatsRow),
    skipped: all.flatMap(({ protocol, tvlUsd, unvaluedMarkets: count }) => {
      const reason =
        tvlUsd === null
          ? 'Its sums are unknown, because no asset in its markets has a known value in US dollars.'
          : `Its sums are incomplete, because assets in ${count} of its markets have no known value in US dollars.`
      return count === 0 ? [] : [{ protocol, market: null, reason }]
    }),
  }
}

function toStatsRow({
  tvlUsd,
  totalBorrowedUsd,
  utilizationRate,
  unvaluedMarkets,
  ...stats
}: ProtocolStats): WireStats[] {
  if (tvlUsd === null || totalBorrowedUsd === null || utilizationRate === null) return []
  const sums = { tvlUsd, totalBorrowedUsd, utilizationRate }
  return [encode(statsRecord, { ...stats, ...sums, ...(unvaluedMarkets > 0 && { unvaluedMarkets }) })]
}
