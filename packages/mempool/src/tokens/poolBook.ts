import { keccak_256 } from '@noble/hashes/sha3'
import { type DexFactories, dexFactories } from '@outrigger/calldata'
import { type ChainName, chains, createMemoryStore } from '@outrigger/core'
import { LRUCache } from 'lru-cache'
import { type Address, bytesToHex, concatBytes, type Hex, hexToBytes } from 'viem'
import { createLearned, type Learned } from './learned.ts'
import { toListedTokens } from './token.ts'
import { type ContractFacts, view } from './tokenRegistry.ts'

export type PoolTokens = { readonly token0: Address; readonly token1: Address }

/** The two tokens of pools, for calldata that names pools only. */
export type PoolBook = Learned<PoolTokens> & {
  /** As `peek`, where one of the two tokens is known. */
  peekWith(pool: Address, token: Address): PoolTokens | null
  /** A token that is traded: its pools with the wrapped native token are known from now on. */
  see(token: Address): void
}

const isAddressWord = /^0x0{24}[\da-fA-F]{40}$/
const toAddress = (word: Hex): Address => `0x${word.slice(26).toLowerCase()}`

const maxPools = 65_536
const maxSeen = 8_192
/** What most tokens are paired with, by symbol. */
const quotes = new Set(['USDC', 'USDT', 'DAI', 'WBTC', 'WETH'])
// selectors of token0() and token1()
const [token0Call, token1Call] = ['0x0dfe1681', '0xd21220a7'] as const

/**
 * Knows the pools that Uniswap V2 and V3, SushiSwap and PancakeSwap derive from tokens (CREATE2): of listed tokens and
 * of every token seen in a trade with the wrapped native one, of a token asked for with the usual quotes; others are asked for `token0()` and
 * `token1()` once and kept in the store.
 */
export function createPoolBook({ store = createMemoryStore(), ...facts }: ContractFacts): PoolBook {
  const { chain } = facts
  const factories = toPoolFactories(chain)
  const native = chains[chain].wrappedNative
  const derived = new LRUCache<Address, PoolTokens>({ max: maxPools })
  const seen = new LRUCache<Address, true>({ max: maxSeen })
  /** Whose pools with all usual quotes are known. */
  const based = new LRUCache<Address, true>({ max: maxSeen })
  const learned = createLearned<PoolTokens>({
    chain,
    store,
    collection: 'pools',
    async read(address) {
      const [token0, token1] = await Promise.all([view(facts, address, token0Call), view(facts, address, token1Call)])
      if (!isAddressWord.test(token0) || !isAddressWord.test(token1)) return null
      return { token0: toAddress(token0), token1: toAddress(token1) }
    },
  })
  const listed = toListedTokens(chain)
  const bases = [...listed].flatMap(([address, { symbol }]) =>
    address === native || quotes.has(symbol) ? [address] : [],
  )
  let hasListed = false

  function derive(a: Address, b: Address): void {
    if (a === b) return
    const tokens = a < b ? { token0: a, token1: b } : { token0: b, token1: a }
    for (const factory of factories) for (const pool of computePoolAddresses(factory, tokens)) derived.set(pool, tokens)
  }

  function see(token: Address): void {
    if (native === null || seen.has(token)) return
    seen.set(token, true)
    derive(token, native)
  }

  function peek(pool: Address): PoolTokens | null {
    // Some ten milliseconds of hashing, so not before somebody asks.
    if (!hasListed) for (const address of listed.keys()) see(address)
    hasListed = true
    return derived.get(pool) ?? learned.peek(pool)
  }

  return {
    peek,
    peekWith(pool, token) {
      const known = peek(pool)
      if (known !== null || based.has(token)) return known
      based.set(token, true)
      for (const base of bases) derive(token, base)
      return peek(pool)
    },
    see,
    learn: (pools) => learned.learn(pools.filter((pool) => !derived.has(pool))),
  }
}

/** A factory whose pools' addresses follow from their tokens. */
type PoolFactory = Pick<DexFactories, 'form' | 'fees'> & { readonly factory: Address; readonly initCodeHash: Hex }

export function toPoolFactories(chain: ChainName): readonly PoolFactory[] {
  return dexFactories.flatMap(({ form, fees, factories, initCodeHash }) => {
    const factory = factories[chain]
    return factory === undefined || initCodeHash === undefined ? [] : [{ form, fees, factory, initCodeHash }]
  })
}

/** `keccak256(0xff ++ factory ++ salt ++ initCodeHash)[12:]` (EIP-1014), one address for each fee tier of V3. */
export function computePoolAddresses(factory: PoolFactory, { token0, token1 }: PoolTokens): readonly Address[] {
  const [first, second] = [hexToBytes(token0), hexToBytes(token1)]
  const preimage = concatBytes([
    new Uint8Array([0xff]),
    hexToBytes(factory.factory),
    new Uint8Array(32),
    hexToBytes(factory.initCodeHash),
  ])
  const toPool = (salt: Uint8Array): Address => {
    preimage.set(salt, 21)
    return bytesToHex(keccak_256(preimage).subarray(12))
  }
  if (factory.form === 'pair') return [toPool(keccak_256(concatBytes([first, second])))]
  const words = new Uint8Array(96)
  words.set(first, 12)
  words.set(second, 44)
  return factory.fees.map((fee) => {
    words.set([fee >> 16, fee >> 8, fee & 0xff], 93)
    return toPool(keccak_256(words))
  })
}
