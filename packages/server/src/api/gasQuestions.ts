import type { Response } from '@outrigger/api/contract'
import { type Clock, getChain, type ProviderPool } from '@outrigger/core'
import { createPoolClient } from '@outrigger/core/internal'
import {
  estimateTransactionFee,
  type FeeRequest,
  type GasOracle,
  type GasPrice,
  TransactionRefusedError,
} from '@outrigger/oracle'
import type { Price, PriceOracle } from '@outrigger/oracle/prices'
import { InvalidParameterError } from '../errors/serviceError.ts'
import { toNotConfigured } from '../node/chainErrors.ts'
import { evmChains } from '../node/evmChains.ts'
import { orUnavailable } from '../node/orUnavailable.ts'
import { requirePool } from '../node/perChain.ts'
import type { Pools } from '../node/providers.ts'
import { toWireAge, toWireComparison, toWireCoreEstimate, toWireGasNow, transferGas } from './gasWire.ts'

export type GasQuestionParts = {
  readonly pools: Pools
  readonly gas: GasOracle
  readonly prices: PriceOracle
  readonly clock: Clock
}

/** Computes gas prices, comparisons and estimates for several endpoints, which format them differently. */
export function createGasQuestions({ pools, gas, prices: tokenPrices, clock }: GasQuestionParts) {
  const priceOf = (pool: ProviderPool): Promise<GasPrice> =>
    orUnavailable(pool.chain.name, () => gas.get(pool.chain), pool)
  const coinOf = (chain: string): Promise<Price> =>
    orUnavailable(`${chain} price`, () => tokenPrices.get(getChain(chain), getChain(chain).nativeCurrency.symbol))
  const dollarsOfTransfer = async (name: string) => {
    const pool = requirePool(pools, name, evmChains)
    const [price, coin] = await Promise.all([priceOf(pool), coinOf(name)])
    const fee = await estimate(pool, { gas: transferGas, to: `0x${'11'.repeat(20)}` }, price)
    const usd = (Number(fee.tiers.fast.total) / 1e18) * coin.priceUsd
    return {
      fast: toWireGasNow(price, clock.now()).fast,
      usd_per_transfer: usd,
      ...toWireAge([price, coin], clock.now()),
    }
  }

  function estimate(pool: ProviderPool, request: FeeRequest, price: GasPrice) {
    const { chain } = pool
    return orUnavailable(
      chain.name,
      () =>
        estimateTransactionFee(createPoolClient(pool), request, { chain, price }).catch((error: unknown) => {
          if (!(error instanceof TransactionRefusedError)) throw error
          throw new InvalidParameterError([{ path: 'body', message: error.message }])
        }),
      pool,
    )
  }

  async function estimateCore(name: string, request: FeeRequest): Promise<Response<'gasEstimateChain'>> {
    const pool = requirePool(pools, name, evmChains)
    const price = await priceOf(pool)
    return toWireCoreEstimate(await estimate(pool, request, price), price, clock.now())
  }

  async function compareCore(names: readonly string[]): Promise<Response<'gasCompare'>> {
    const prices = await Promise.all(names.map((name) => priceOf(requirePool(pools, name, evmChains))))
    return toWireComparison(prices, clock.now())
  }

  async function compareEnvelope(names: readonly string[], startedMs: number): Promise<Response<'gasCompare'>> {
    const results = await Promise.allSettled(names.map(dollarsOfTransfer))
    const prices: { [chain: string]: Awaited<ReturnType<typeof dollarsOfTransfer>> } = {}
    const skipped: { chain: string; reason: string }[] = []
    for (const [index, result] of results.entries()) {
      const chain = names[index] as string
      if (result.status === 'rejected') skipped.push({ chain, reason: (result.reason as Error).message })
      else prices[chain] = result.value
    }
    const [cheapest] = Object.keys(prices).sort(
      (a, b) => (prices[a]?.usd_per_transfer ?? 0) - (prices[b]?.usd_per_transfer ?? 0),
    )
    if (cheapest === undefined) throw toFirst(results)
    const eth = names.find((name) => prices[name] && getChain(name).nativeCurrency.symbol === 'ETH') ?? 'ethereum'
    return {
      success: true,
      data: {
        timestamp: new Date(clock.now()).toISOString(),
        prices,
        cheapest,
        eth_price_usd: (await coinOf(eth)).priceUsd,
        skipped,
      },
      metadata: toMetadata(startedMs),
    }
  }

  return { priceOf, coinOf, estimate, estimateCore, compareCore, compareEnvelope }
}

export const toMetadata = (startedMs: number, chain?: string, isCached = false) => ({
  ...(chain && { chain }),
  cached: isCached,
  cache_ttl: isCached ? 3 : 0,
  response_time_ms: Math.round(performance.now() - startedMs),
})

function toFirst(results: readonly PromiseSettledResult<unknown>[]): unknown {
  const failed = results.find((result): result is PromiseRejectedResult => result.status === 'rejected')
  return failed?.reason ?? toNotConfigured('ethereum')
}
