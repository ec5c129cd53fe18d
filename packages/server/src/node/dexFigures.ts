import type { ChainName, Clock } from '@outrigger/core'
import { createPoolClient, getOrCreate, redactText } from '@outrigger/core/internal'
import { type DexActivity, type DexActivityOptions, getDexActivity } from '@outrigger/defi/dex'
import { createStaleWhileRevalidate } from '@outrigger/oracle/internal'
import type { PriceOracle } from '@outrigger/oracle/prices'
import { UpstreamUnavailableError } from './chainErrors.ts'
import { evmChains } from './evmChains.ts'
import { requirePool } from './perChain.ts'
import type { Pools } from './providers.ts'
import { getUsdPrice } from './usdPrice.ts'

/** Liquidity and trading volume of the pools of each chain. */
export type DexFigures = {
  /** @throws {InvalidChainError} @throws {UpstreamUnavailableError} */
  get(chain: string): Promise<DexActivity>
  close(): void
}

const ttlMs = 12_000
const coldTimeoutMs = 25_000
/** Interval of the search for new pools. */
const searchMs = 600_000

export function createDexFigures({
  pools,
  prices,
  clock,
}: {
  pools: Pools
  prices: PriceOracle
  clock: Clock
}): DexFigures {
  const opened = new Map<string, ReturnType<typeof open>>()

  function open(chain: ChainName) {
    const client = createPoolClient(requirePool(pools, chain, evmChains))
    let known: { readonly pools: NonNullable<DexActivityOptions['pools']>; readonly atMs: number } | undefined
    const getPriceUsd = (token: string) => getUsdPrice(prices, chain, token)
    return createStaleWhileRevalidate({
      async read() {
        const isKnown = known !== undefined && Math.abs(clock.now() - known.atMs) < searchMs
        const value = await getDexActivity(client, {
          chain,
          getPriceUsd,
          ...(isKnown && { pools: known?.pools ?? [] }),
        })
        if (!isKnown) known = { pools: value.found, atMs: clock.now() }
        return { value, source: 'primary' as const }
      },
      serve: (value: DexActivity) => value,
      unavailable: (cause) => new UpstreamUnavailableError(chain, toText(cause), cause),
      ttlMs,
      coldTimeoutMs,
      clock,
    })
  }

  return {
    async get(chain) {
      requirePool(pools, chain, evmChains)
      const held = getOrCreate(opened, chain, () => open(chain as ChainName))
      return held.get()
    },
    close() {
      for (const held of opened.values()) held.close()
    },
  }
}

const toText = (cause: unknown) =>
  `The pools cannot be read: ${cause instanceof Error ? redactText(cause.message) : 'it fails'}`
