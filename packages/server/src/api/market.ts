import { contract, decode } from '@outrigger/api/contract'
import { dexFactories } from '@outrigger/calldata'
import type { Clock } from '@outrigger/core'
import {
  type MarketData,
  MarketUnavailableError,
  type TvlFilter,
  UnknownMarketNameError,
  type VolumeFilter,
} from '@outrigger/defi/market'
import { InvalidParameterError, ServiceError } from '../errors/serviceError.ts'
import { UpstreamUnavailableError } from '../node/chainErrors.ts'
import type { DexFigures } from '../node/dexFigures.ts'
import type { Lending } from '../node/lending.ts'
import { requireMarket } from '../node/market.ts'
import type { Api } from './fulfilment.ts'
import {
  toWireMarketSummary,
  toWireTvl,
  toWireVerification,
  toWireVolumes,
  toWireVolumeVerification,
  toWireYields,
} from './marketWire.ts'

export type MarketApiParts = {
  readonly market: MarketData | null
  readonly lending: Lending
  readonly dexFigures: DexFigures
  readonly clock: Clock
}

type MarketApi = Pick<Api, 'tvl' | 'yields' | 'dexVolumes' | 'marketSummary'>

class UnknownChainError extends ServiceError {
  readonly code = 'INVALID_CHAIN'
}

/** Reports market figures from external sources. */
export function createMarketApi({ market, lending, dexFigures, clock }: MarketApiParts): MarketApi {
  async function enveloped<answer extends Aged, data>(
    chain: string | undefined,
    ask: (market: MarketData) => Promise<answer>,
    toWire: (answer: answer, nowMs: number) => data,
  ) {
    const [askedMs, startedMs] = [clock.now(), performance.now()]
    const answer = await ask(requireMarket(market)).catch((error: unknown) => {
      throw toServiceError(error)
    })
    const nowMs = clock.now()
    const metadata = {
      ...(chain !== undefined && { chain }),
      // The answer was read before this request.
      cached: answer.timestampMs < askedMs,
      cache_ttl: Math.ceil(Math.max(0, answer.timestampMs + answer.ttlMs - nowMs) / 1000),
      response_time_ms: Math.round(performance.now() - startedMs),
    }
    return { success: true as const, data: toWire(answer, nowMs), metadata }
  }

  return {
    async tvl({ verify = false, ...question }) {
      const answer = await enveloped(question.chain, (data) => data.getTvl(question), toWireTvl)
      if (!verify) return answer
      const verification = await verifyTvl(question, { market: requireMarket(market), lending })
      return { ...answer, data: { ...answer.data, verification } }
    },
    yields: (question) =>
      enveloped(question.chain, (data) => data.getYields(decode(contract.yields.query, question)), toWireYields),
    async dexVolumes({ verify = false, ...question }) {
      const answer = await enveloped(question.chain, (data) => data.getVolumes(question), toWireVolumes)
      if (!verify) return answer
      const verification = await verifyVolumes(question, { market: requireMarket(market), dexFigures })
      return { ...answer, data: { ...answer.data, verification } }
    },
    marketSummary: () => enveloped(undefined, (data) => data.getSummary(), toWireMarketSummary),
  }
}

/** Slugs of lenders at DefiLlama that are not their id with hyphens. */
const slugs: { readonly [id: string]: string } = { morpho: 'morpho-blue', spark: 'sparklend' }

/** Compares a lender's contracts on one chain with the figure of the source. */
async function verifyTvl(
  { protocol, chain }: TvlFilter,
  { market, lending }: { readonly market: MarketData; readonly lending: Lending },
) {
  if (protocol === undefined || chain === undefined)
    throw new InvalidParameterError([{ path: 'query.verify', message: 'needs a protocol and a chain' }])
  const id = toId(protocol)
  const own = await lending.getTvl(chain.toLowerCase(), id)
  const { totalTvlUsd } = await market.getTvl({ protocol: slugs[id] ?? id, chain })
  return toWireVerification(own, totalTvlUsd)
}

const toId = (name: string) => name.toLowerCase().replace(/[^a-z\d]+/g, '_')

/** Compares the pools of a DEX on one chain, read from their own logs, with the figure of the source. */
async function verifyVolumes(
  { dex, chain }: VolumeFilter,
  { market, dexFigures }: { readonly market: MarketData; readonly dexFigures: DexFigures },
) {
  const refuse = (message: string) => new InvalidParameterError([{ path: 'query.verify', message }])
  if (dex === undefined || chain === undefined) throw refuse('needs a dex and a chain')
  const id = toId(dex)
  const known = [...new Set(dexFactories.map((one) => one.id))]
  if (!known.includes(id)) throw refuse(`supports only ${known.join(', ')}`)
  const activity = await dexFigures.get(chain.toLowerCase())
  const { total24hUsd } = await market.getVolumes({ dex: id, chain })
  return toWireVolumeVerification(id, activity, total24hUsd)
}

type Aged = { readonly timestampMs: number; readonly ttlMs: number }

function toServiceError(error: unknown): unknown {
  if (error instanceof MarketUnavailableError) return new UpstreamUnavailableError('defillama', error.message, error)
  if (!(error instanceof UnknownMarketNameError)) return error
  if (error.filter === 'chain') return new UnknownChainError(error.message)
  return new InvalidParameterError([{ path: `query.${error.filter}`, message: error.message }])
}
