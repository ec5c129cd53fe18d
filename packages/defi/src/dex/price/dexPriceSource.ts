import { type DexFactories, dexFactories } from '@outrigger/calldata'
import { type ChainName, type Clock, chains } from '@outrigger/core'
import { type ClientOption, getOrCreate, systemClock, toClientOf, toListedTokens } from '@outrigger/core/internal'
import { type DollarReader, resolveToken } from '@outrigger/oracle/internal'
import { type PriceSample, type PriceSource, PriceSourceError, type PriceToken } from '@outrigger/oracle/prices'
import type { Address } from 'viem'
import { type BlockReader, createBlockReader } from '../../reads/blockReader.ts'
import { readToken } from '../../reads/readToken.ts'
import { toBases } from '../bases.ts'
import { createPairPools, type PairPools } from '../readPairPools.ts'
import { computePoolPrice, computeWeightedPrice, type PoolPrice, type PricedPair } from './poolPrice.ts'
import { readTwap } from './readTwap.ts'

export type DexPriceOptions = {
  /** Provider pools, or viem clients made with a chain. Tokens of other chains have no price. */
  readonly pools: readonly ClientOption[]
  /** Returns the dollar price of a stablecoin, for example `createDollarReader` with Chainlink's feeds. */
  readonly toUsd: DollarReader
  /** @default all known DEXes */
  readonly dexes?: readonly DexFactories[]
  readonly clock?: Clock
}

/** A pool's price in dollars. */
type DollarPrice = PoolPrice & {
  readonly pair: PricedPair
  readonly baseUsd: number
  readonly priceUsd: number
  readonly depthUsd: number
}

const maxAgeMs = 600_000
/** Share of the depth of a DEX's pools below which a pool is ignored for bid and ask. */
const leastShare = 0.1

/**
 * Creates a price source from the pools of DEXes. Each DEX gives one sample: the middle price of its pools, weighted by
 * the amount that can be traded before the price moves 2 %. Prices in stablecoins are converted with the stablecoin's
 * own price, and prices in the wrapped native token with its price in stablecoin pools.
 *
 * The deepest pool with its own oracle adds a time-weighted mean of up to 30 minutes as a witness. Spot prices can be
 * manipulated for a block, but a mean over time hardly can.
 *
 * @example
 * const feeds = createChainlinkSource({ pools })
 * const toUsd = createDollarReader({ source: feeds })
 * createPriceOracle({ sources: [feeds, createDexPriceSource({ pools, toUsd })] })
 */
export function createDexPriceSource(options: DexPriceOptions): PriceSource {
  const { toUsd, dexes = dexFactories, clock = systemClock } = options
  const clientOf = toClientOf(options.pools)
  const pairPools = new Map<ChainName, PairPools>()
  const names = [...new Set(dexes.map(({ id }) => id))]

  return {
    name: 'dex',
    kind: 'dex',
    names,
    async read(token, signal) {
      const client = clientOf(token.chain)
      if (client === undefined || token.address === null) return []
      const reader = await createBlockReader(client)
      const pools = getOrCreate(pairPools, token.chain, () => createPairPools(token.chain, dexes))
      const prices = await readPrices(token, { reader, pools, toUsd, signal })
      const timestampMs = Math.min(clock.now(), Number(reader.timestamp) * 1000)
      const spot = names.flatMap((name) => toSample(name, prices, timestampMs) ?? [])
      return [...spot, ...(await readWitness(reader, prices, timestampMs))]
    },
  }
}

type Parts = {
  readonly reader: BlockReader
  readonly pools: PairPools
  readonly toUsd: DollarReader
  readonly signal: AbortSignal
}

async function readPrices(token: PriceToken, parts: Parts): Promise<readonly DollarPrice[]> {
  const { chain } = token
  const address = token.address as Address
  const decimals = token.decimals ?? (await readToken(parts.reader, address))?.decimals
  if (decimals === undefined) return []
  const native = chains[chain].wrappedNative
  const stables = toBases(chain).filter((base) => base !== native)
  if (stables.length === 0) return []
  const dollars = await Promise.all(stables.map((stable) => parts.toUsd(resolveToken(chain, stable), parts.signal)))
  if (dollars.every((usd) => usd === null))
    throw new PriceSourceError(`no stablecoin of ${chain} has a price in dollars, so its pools have none`)
  const inStables = (of: Address, ofDecimals: number) =>
    Promise.all(
      stables.map(async (stable, index) => {
        const usd = dollars[index]
        return usd === null || usd === undefined || stable === of
          ? []
          : readPair(chain, of, ofDecimals, stable, usd, parts)
      }),
    )
  const direct = (await inStables(address, decimals)).flat()
  if (native === null || native === address) return direct
  const nativeUsd = computeWeightedPrice((await inStables(native, chains[chain].nativeCurrency.decimals)).flat())
  if (nativeUsd === null) return direct
  return [...direct, ...(await readPair(chain, address, decimals, native, nativeUsd.priceUsd, parts))]
}

async function readPair(
  chain: ChainName,
  token: Address,
  tokenDecimals: number,
  base: Address,
  baseUsd: number,
  { reader, pools }: Parts,
): Promise<readonly DollarPrice[]> {
  const isNative = base === chains[chain].wrappedNative
  const listed = toListedTokens(chain).get(base)?.decimals
  const baseDecimals = isNative ? chains[chain].nativeCurrency.decimals : listed
  if (baseDecimals === undefined || baseDecimals === null) return []
  const pair = { token, base, tokenDecimals, baseDecimals }
  return (await pools(reader, token, base)).flatMap((pool) => {
    const price = computePoolPrice(pool, pair)
    if (price === null) return []
    return [{ ...price, pair, baseUsd, priceUsd: price.middle * baseUsd, depthUsd: price.depth * baseUsd }]
  })
}

function toSample(name: string, prices: readonly DollarPrice[], timestampMs: number): PriceSample | null {
  const own = prices.filter(({ pool }) => pool.dex === name)
  const weighted = computeWeightedPrice(own)
  if (weighted === null) return null
  const deepest = own.reduce((best, one) => (one.depthUsd > best.depthUsd ? one : best))
  // Trades go to the pool with the best price that is deep enough to trade in.
  const tradable = own.filter(({ depthUsd }) => depthUsd >= leastShare * weighted.depthUsd)
  return {
    name,
    timestampMs,
    maxAgeMs,
    priceUsd: weighted.priceUsd,
    liquidityUsd: weighted.depthUsd,
    bidUsd: Math.max(...tradable.map(({ bid, baseUsd }) => bid * baseUsd)),
    askUsd: Math.min(...tradable.map(({ ask, baseUsd }) => ask * baseUsd)),
    // Bid and ask already include the pools' fees.
    takerFee: 0,
    detail: own.length === 1 ? `pool ${deepest.pool.id}` : `${own.length} pools, the deepest ${deepest.pool.id}`,
  }
}

async function readWitness(
  reader: BlockReader,
  prices: readonly DollarPrice[],
  timestampMs: number,
): Promise<readonly PriceSample[]> {
  const [deepest] = prices.filter(({ pool }) => pool.kind === 'ticks').sort((a, b) => b.depthUsd - a.depthUsd)
  if (deepest === undefined || deepest.pool.kind !== 'ticks') return []
  const twap = await readTwap(reader, deepest.pool, deepest.pair)
  if (twap === null) return []
  return [
    {
      name: `${deepest.pool.dex}_twap`,
      priceUsd: twap.price * deepest.baseUsd,
      timestampMs,
      maxAgeMs,
      isWitness: true,
      liquidityUsd: deepest.depthUsd,
      detail: `mean over ${twap.windowSeconds} s of pool ${deepest.pool.id}`,
    },
  ]
}
