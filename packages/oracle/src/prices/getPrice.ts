import type { ChainName, Clock } from '@outrigger/core'
import { type ClientOption, requireClientChain, systemClock, toClient } from '@outrigger/core/internal'
import { toPrice } from './compute/toPrice.ts'
import type { Price } from './price.ts'
import type { PriceSource } from './priceSource.ts'
import { readPrice } from './readPrice.ts'
import { resolveToken } from './resolveToken.ts'
import { createSourceGuard } from './sourceGuard.ts'
import { toChainlinkSource } from './sources/chainlink.ts'

export const priceDefaults = {
  ttlMs: 60_000,
  timeoutMs: 2_000,
  tolerance: 0.02,
  minLiquidityUsd: 10_000,
} as const

/** Rules by which a price is computed from the samples of its sources. */
export type PriceRules = {
  /** Time limit of a source. @default 2000 */
  readonly timeoutMs?: number
  /** Allowed distance of a source from the median in addition to the deviation of its feed, 0-1. @default 0.02 */
  readonly tolerance?: number
  /** Markets with less liquidity within 2 % of their price are ignored. @default 10_000 */
  readonly minLiquidityUsd?: number
}

export type GetPriceOptions = PriceRules & {
  /** @default Chainlink's feeds, read through the client */
  readonly sources?: readonly PriceSource[]
  readonly clock?: Clock
  readonly signal?: AbortSignal
}

/**
 * Reads the price of a token in US dollars. It is the median of the sources, without sources that are stale or
 * contradict the majority.
 *
 * @param symbolOrAddress a symbol of the chain's token list, its native currency, or an address
 * @throws {UnknownChainError} the client is on a chain that has no profile
 * @throws {UnknownTokenError}
 * @throws {AmbiguousTokenError} lists the candidates
 * @throws {PriceUnavailableError} no source has a usable price (the error contains each source's reason)
 * @throws {PriceDisagreementError} no majority of the sources agrees
 * @example
 * const { priceUsd, sources } = await getPrice(client, 'WETH', { sources: [createChainlinkSource({ pools: [client] }), createDefiLlamaSource()] })
 */
export async function getPrice(
  client: ClientOption,
  symbolOrAddress: string,
  options: GetPriceOptions = {},
): Promise<Price> {
  const viemClient = toClient(client)
  const { clock = systemClock, signal = new AbortController().signal, ...rules } = options
  const { sources = [toChainlinkSource(() => viemClient, { clock })] } = options
  const { ttlMs, timeoutMs, tolerance, minLiquidityUsd } = { ...priceDefaults, ...rules }
  const chain = await requireClientChain(viemClient)
  const token = resolveToken(chain.name as ChainName, symbolOrAddress)
  const guards = sources.map((source) => createSourceGuard(source, { timeoutMs, clock, signal }))
  const timestampMs = clock.now()
  const reading = await readPrice(token, { guards, tolerance, minLiquidityUsd, clock })
  return toPrice(reading, { source: 'primary', stale: false, ttlMs, timestampMs })
}
