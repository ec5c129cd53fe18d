import { createMemoryStore } from '@outrigger/core'
import { toChainName } from '@outrigger/core/internal'
import type { Address, Hex } from 'viem'
import { type ContractCache, createContractCache } from './contractCache.ts'
import { type ContractSource, readView } from './contractSource.ts'
import { createDerivedPools, type PoolLookup } from './derivedPools.ts'
import type { PoolTokens } from './poolAddresses.ts'

/** The two tokens of AMM pools, for calldata that only names pools. */
export type AmmPools = PoolLookup & ContractCache<PoolTokens>

const isAddressWord = /^0x0{24}[\da-fA-F]{40}$/
const toAddress = (word: Hex): Address => `0x${word.slice(26).toLowerCase()}`

// Selectors of token0() and token1().
const [token0Call, token1Call] = ['0x0dfe1681', '0xd21220a7'] as const

/**
 * Creates a lookup of the tokens of AMM pools. Known pools are derived from tokens. Others are read once with `token0()` and
 * `token1()` and stored.
 *
 * @example
 * const pools = createAmmPools({ chain: 'ethereum', pool, store })
 * await pools.load([address])
 * pools.peek(address)?.token0
 */
export function createAmmPools({ store = createMemoryStore(), ...source }: ContractSource): AmmPools {
  const chain = toChainName(source.chain)
  const derived = createDerivedPools(chain)
  const read = createContractCache<PoolTokens>({
    chain,
    store,
    collection: 'pools',
    async read(address) {
      const [token0, token1] = await Promise.all([
        readView(source, address, token0Call),
        readView(source, address, token1Call),
      ])
      if (!isAddressWord.test(token0) || !isAddressWord.test(token1)) return null
      return { token0: toAddress(token0), token1: toAddress(token1) }
    },
  })
  return {
    peek: (pool) => derived.peek(pool) ?? read.peek(pool),
    peekWith: (pool, token) => read.peek(pool) ?? derived.peekWith(pool, token),
    addToken: derived.addToken,
    load: (pools) => read.load(pools.filter((pool) => derived.peek(pool) === null)),
  }
}
