import { nativeToken } from '@outrigger/calldata/internal'
import { type ChainName, chains } from '@outrigger/core'
import { type Address, zeroAddress } from 'viem'
import { toLower } from '../pool.ts'

/** Addresses that contracts use for the native currency: Uniswap V4's and Curve's. */
const placeholders: ReadonlySet<Address> = new Set([zeroAddress, nativeToken])

/**
 * Treats the native currency and its wrapped token as one token. Anyone can exchange them 1:1, so their pools trade
 * with each other.
 */
export type NativeToken = {
  /** Returns the wrapped token for the native currency, otherwise the address in lower case. */
  toToken(address: Address): Address
  /** Returns the pool with such tokens, and with the contract's own address for the native currency in `nativeAs`. */
  wrap<pool extends Wrappable>(pool: pool): pool
}

type Wrappable = { readonly tokens: readonly Address[]; readonly nativeAs?: Address }

export function createNativeToken(chain: ChainName): NativeToken {
  const { wrappedNative } = chains[chain]
  const toToken = (address: Address) => {
    const token = toLower(address)
    return wrappedNative && placeholders.has(token) ? wrappedNative : token
  }
  return {
    toToken,
    wrap(pool) {
      const native = pool.tokens.find((token) => placeholders.has(token))
      return wrappedNative && native ? { ...pool, tokens: pool.tokens.map(toToken), nativeAs: native } : pool
    },
  }
}
