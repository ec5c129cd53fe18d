import { type ChainName, createMemoryStore, type ProviderPool, RpcAnswerError, type Store } from '@outrigger/core'
import { LRUCache } from 'lru-cache'
import { type Address, type Hex, hexToString } from 'viem'
import { type Token, toListedTokens } from './token.ts'

export type TokenRegistry = {
  /** At once: listed, or read before. Null while it is not known, also for what is no token. */
  peek(address: Address): Token | null
  /** Asks store and chain for those not known yet; what cannot be had stays unknown and is asked again after an hour. */
  learn(addresses: readonly Address[]): Promise<void>
}

export type TokenRegistryOptions = {
  readonly chain: ChainName
  readonly pool?: Pick<ProviderPool, 'send'>
  /** @default memory */
  readonly store?: Store
  readonly signal?: AbortSignal
}

const maxTokens = 100_000
const maxUnanswered = 256
const retryMs = 3_600_000
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
export function createTokenRegistry({
  chain,
  pool,
  store = createMemoryStore(),
  signal,
}: TokenRegistryOptions): TokenRegistry {
  const listed = toListedTokens(chain)
  const learned = new LRUCache<Address, Token>({ max: maxTokens })
  const asked = new LRUCache<Address, true>({ max: maxTokens, ttl: retryMs })
  const known = store.collection<Token>('tokens')
  let unanswered = 0

  async function call(to: Address, data: Hex): Promise<Hex> {
    if (pool === undefined) return '0x'
    const request = { method: 'eth_call', params: [{ to, data }, 'latest'] }
    return (await pool.send<Hex>(request, signal && { signal })).result
  }

  async function learnOne(address: Address): Promise<void> {
    const key = `${chain}:${address}`
    const token = (await known.get(key)) ?? (await read(address))
    if (token === null) return
    learned.set(address, token)
    await known.set(key, token)
  }

  async function read(address: Address): Promise<Token | null> {
    const [symbol, decimals] = await Promise.all([call(address, symbolCall), call(address, decimalsCall)])
    const text = decodeSymbol(symbol)
    return text === null ? null : { symbol: text, decimals: decodeDecimals(decimals) }
  }

  return {
    peek: (address) => listed.get(address) ?? learned.get(address) ?? null,
    async learn(addresses) {
      const unknown = addresses.filter(
        (address) => !listed.has(address) && !learned.has(address) && !asked.has(address),
      )
      await Promise.all(
        unknown.map(async (address) => {
          if (unanswered >= maxUnanswered) return
          unanswered += 1
          asked.set(address, true)
          try {
            await learnOne(address)
          } catch (error) {
            // A revert is the contract's answer: no token. Anything else may be different the next time.
            if (!(error instanceof RpcAnswerError)) asked.delete(address)
          } finally {
            unanswered -= 1
          }
        }),
      )
    },
  }
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
