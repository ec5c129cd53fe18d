import { type ChainName, chains } from '@outrigger/core'
import { createBoundedMap, toListedTokens } from '@outrigger/core/internal'
import type { Address } from 'viem'
import { computePoolAddresses, type PoolTokens, toPoolFactories } from './poolAddresses.ts'

/** Synchronous lookup of the two tokens of AMM pools. */
export type PoolLookup = {
  /** Returns null if the pool is unknown. */
  peek(pool: Address): PoolTokens | null
  /** Like `peek`, for a pool with `token` as one of its tokens. */
  peekWith(pool: Address, token: Address): PoolTokens | null
  /** Adds the pools of a token with the wrapped native token. */
  addToken(token: Address): void
}

const maxPools = 65_536
const maxTokens = 8_192
/** Symbols of the usual quote tokens. */
const quoteSymbols = new Set(['USDC', 'USDT', 'DAI', 'WBTC', 'WETH'])

/**
 * Derives the pools of Uniswap V2 and V3, SushiSwap and PancakeSwap from their tokens (CREATE2), without I/O. It covers listed
 * and added tokens paired with the wrapped native token, and tokens passed to `peekWith` paired with the usual quote tokens.
 */
export function createDerivedPools(chain: ChainName): PoolLookup {
  const factories = toPoolFactories(chain)
  const native = chains[chain].wrappedNative
  const listed = toListedTokens(chain)
  const quotes = [...listed].flatMap(([address, { symbol }]) =>
    address === native || quoteSymbols.has(symbol) ? [address] : [],
  )
  const pools = createBoundedMap<Address, PoolTokens>(maxPools)
  const pairedWithNative = createBoundedMap<Address, true>(maxTokens)
  const pairedWithQuotes = createBoundedMap<Address, true>(maxTokens)
  let hasListed = false

  function addPair(a: Address, b: Address): void {
    if (a === b) return
    const tokens = a < b ? { token0: a, token1: b } : { token0: b, token1: a }
    for (const factory of factories) for (const pool of computePoolAddresses(factory, tokens)) pools.set(pool, tokens)
  }

  function addToken(token: Address): void {
    if (native === null || pairedWithNative.has(token)) return
    pairedWithNative.set(token, true)
    addPair(token, native)
  }

  function peek(pool: Address): PoolTokens | null {
    // Hashing takes some ten milliseconds, so it is deferred to the first lookup.
    if (!hasListed) for (const address of listed.keys()) addToken(address)
    hasListed = true
    return pools.get(pool) ?? null
  }

  return {
    peek,
    addToken,
    peekWith(pool, token) {
      const known = peek(pool)
      if (known !== null || pairedWithQuotes.has(token)) return known
      pairedWithQuotes.set(token, true)
      for (const quote of quotes) addPair(token, quote)
      return peek(pool)
    },
  }
}
