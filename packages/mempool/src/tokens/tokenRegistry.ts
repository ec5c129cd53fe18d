import { createMemoryStore } from '@outrigger/core'
import { type Token, toChainName, toListedTokens } from '@outrigger/core/internal'
import { type Hex, hexToString } from 'viem'
import { type ContractCache, createContractCache } from './contractCache.ts'
import { type ContractSource, readView } from './contractSource.ts'

/** Symbols and decimals of listed tokens and tokens that were read before. `peek` also returns null for other contracts. */
export type TokenRegistry = ContractCache<Token>

const maxSymbolLength = 32

// Selectors of symbol() and decimals().
const [symbolCall, decimalsCall] = ['0x95d89b41', '0x313ce567'] as const

/**
 * Creates a registry of symbols and decimals of tokens. It uses a built-in list, then the store, then the token itself (EIP-20
 * `symbol()`, also in the `bytes32` form of early tokens), which is read once per chain and stored.
 *
 * @example
 * const tokens = createTokenRegistry({ chain: 'ethereum', pool, store })
 * await tokens.load([address])
 * tokens.peek(address)?.symbol
 */
export function createTokenRegistry({ store = createMemoryStore(), ...source }: ContractSource): TokenRegistry {
  const chain = toChainName(source.chain)
  const listed = toListedTokens(chain)
  const read = createContractCache<Token>({
    chain,
    store,
    collection: 'tokens',
    async read(address) {
      const [symbol, decimals] = await Promise.all([
        readView(source, address, symbolCall),
        readView(source, address, decimalsCall),
      ])
      const text = decodeSymbol(symbol)
      return text === null ? null : { symbol: text, decimals: decodeDecimals(decimals) }
    },
  })
  return {
    peek: (address) => listed.get(address) ?? read.peek(address),
    load: (addresses) => read.load(addresses.filter((address) => !listed.has(address))),
  }
}

/** Decodes an ABI string or zero-padded `bytes32`, without invisible and direction-changing characters. Otherwise returns null. */
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

/** Returns null if the token has no decimals, which are optional in EIP-20. */
function decodeDecimals(data: Hex): number | null {
  const value = data.length >= 66 ? Number(data.slice(0, 66)) : Number.NaN
  return value <= 255 ? value : null
}
