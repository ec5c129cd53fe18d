import { type ChainName, createMemoryStore, type ProviderPool, type Store } from '@outrigger/core'
import { type Address, type Hex, hexToString } from 'viem'
import { createLearned, type Learned } from './learned.ts'
import { type Token, toListedTokens } from './token.ts'

/** Symbols and decimals: listed, or read before. `peek` gives null for what is no token, too. */
export type TokenRegistry = Learned<Token>

/** Where facts of contracts come from. */
export type ContractFacts = {
  readonly chain: ChainName
  /** @default nobody: only what is built in is known */
  readonly pool?: Pick<ProviderPool, 'send'>
  /** @default memory */
  readonly store?: Store
  readonly signal?: AbortSignal
}

const maxSymbolLength = 32

// selectors of symbol() and decimals()
const [symbolCall, decimalsCall] = ['0x95d89b41', '0x313ce567'] as const

/**
 * Symbols and decimals of tokens: a built-in list, then the store, then the token itself (EIP-20 `symbol()`, also in
 * the `bytes32` form of early tokens), read once per chain and kept in the store.
 *
 * @example
 * const tokens = createTokenRegistry({ chain: 'ethereum', pool, store })
 * await tokens.learn([address])
 * tokens.peek(address)?.symbol
 */
export function createTokenRegistry({ store = createMemoryStore(), ...facts }: ContractFacts): TokenRegistry {
  const listed = toListedTokens(facts.chain)
  const learned = createLearned<Token>({
    chain: facts.chain,
    store,
    collection: 'tokens',
    async read(address) {
      const [symbol, decimals] = await Promise.all([
        view(facts, address, symbolCall),
        view(facts, address, decimalsCall),
      ])
      const text = decodeSymbol(symbol)
      return text === null ? null : { symbol: text, decimals: decodeDecimals(decimals) }
    },
  })
  return {
    peek: (address) => listed.get(address) ?? learned.peek(address),
    learn: (addresses) => learned.learn(addresses.filter((address) => !listed.has(address))),
  }
}

/** What a view function without arguments answers. */
export async function view(
  { pool, signal }: Pick<ContractFacts, 'pool' | 'signal'>,
  to: Address,
  data: Hex,
): Promise<Hex> {
  if (pool === undefined) return '0x'
  const request = { method: 'eth_call', params: [{ to, data }, 'latest'] }
  return (await pool.send<Hex>(request, signal && { signal })).result
}

/** An ABI string, or `bytes32` padded with zeros; null for anything else. What is invisible or turns the reading direction is dropped. */
export function decodeSymbol(data: Hex): string | null {
  const digits = data.slice(2)
  if (digits.length < 64) return null
  const length = digits.length >= 128 ? Number(`0x${digits.slice(64, 128)}`) : 0
  const isString = Number(`0x${digits.slice(0, 64)}`) === 32 && length * 2 <= digits.length - 128
  const text = hexToString(
    `0x${isString ? digits.slice(128, 128 + length * 2) : digits.slice(0, 64).replace(/(?:00)+$/, '')}`,
  )
    .replace(/[\p{C}\ufffd]/gu, '')
    .trim()
    .slice(0, maxSymbolLength)
  return text === '' ? null : text
}

/** Null where the token does not say: EIP-20 makes them optional. */
function decodeDecimals(data: Hex): number | null {
  const value = data.length >= 66 ? Number(data.slice(0, 66)) : Number.NaN
  return value <= 255 ? value : null
}
