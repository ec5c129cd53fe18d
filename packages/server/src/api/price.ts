import { chainNames } from '@outrigger/api/contract'
import { type ChainName, type Clock, isChainName } from '@outrigger/core'
import {
  AmbiguousTokenError,
  PriceDisagreementError,
  type PriceOracle,
  PriceUnavailableError,
  UnknownMarketError,
  UnknownTokenError,
} from '@outrigger/oracle/prices'
import { InvalidParameterError } from '../errors/serviceError.ts'
import { InvalidChainError, UpstreamUnavailableError } from '../node/chainErrors.ts'
import type { Pools } from '../node/providers.ts'
import type { Api } from './fulfilment.ts'
import { toWireComparison, toWireHistory, toWirePrice } from './priceWire.ts'

export type PriceApiParts = { readonly prices: PriceOracle; readonly pools: Pools; readonly clock: Clock }

type PriceApi = Pick<Api, 'priceCurrent' | 'priceCompare' | 'priceHistory'>

export function createPriceApi({ prices, pools, clock }: PriceApiParts): PriceApi {
  /** Converts errors of the library to errors of the contract. */
  async function ask<answer>(chain: string, question: (chain: ChainName) => Promise<answer>): Promise<answer> {
    if (!isChainName(chain)) throw new InvalidChainError(chain, chainNames)
    try {
      return await question(chain)
    } catch (error) {
      throw toServiceError(error, chain, pools[chain] !== undefined)
    }
  }

  return {
    async priceCurrent({ chain, symbol }) {
      return toWirePrice(await ask(chain, (name) => prices.get(name, symbol)), clock.now())
    },
    async priceCompare({ chain, symbol, exchanges }) {
      const names = [...new Set(exchanges.split(',').map((name) => name.trim()))].filter(Boolean)
      if (names.length === 0)
        throw new InvalidParameterError([{ path: 'query.exchanges', message: 'must name at least one exchange' }])
      return toWireComparison(await ask(chain, (name) => prices.compare(name, symbol, names)))
    },
    async priceHistory({ chain, symbol, days = 30, interval = '1d' }) {
      return toWireHistory(await ask(chain, (name) => prices.history(name, symbol, { days, interval })))
    },
  }
}

function toServiceError(error: unknown, chain: string, hasProvider: boolean): unknown {
  if (error instanceof UnknownTokenError || error instanceof AmbiguousTokenError)
    return new InvalidParameterError([{ path: 'params.symbol', message: error.message }])
  if (error instanceof UnknownMarketError)
    return new InvalidParameterError([{ path: 'query.exchanges', message: error.message }])
  if (error instanceof PriceDisagreementError)
    return new UpstreamUnavailableError(chain, error.message, error, { sources: toWireSources(error) })
  if (!(error instanceof PriceUnavailableError)) return error
  const hint = hasProvider
    ? ''
    : ` No ${chain} provider is configured. Start the node with --rpc ${chain}=<url>, or set chains.${chain}.endpoints in its configuration.`
  return new UpstreamUnavailableError(chain, `${error.message}${hint}`, error, { missing: error.missing })
}

const toWireSources = ({ sources }: PriceDisagreementError) =>
  sources.map(({ name, priceUsd }) => ({ name, price_usd: priceUsd }))
