import { type ChainName, chains } from '@outrigger/core'
import { type Address, zeroAddress } from 'viem'
import { toLower } from '../pool.ts'

/** How contracts write the native currency where an address is due: Uniswap V4, and Curve. */
const placeholders: ReadonlySet<Address> = new Set([zeroAddress, '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'])

/**
 * The native currency and the token that wraps it are one token here: one is changed into the other at par by anybody, so that
 * pools of either trade with each other.
 */
export type NativeToken = {
  /** The wrapped token for the native currency; else the address itself, in lower case. */
  toToken(address: Address): Address
  /** A pool by such tokens, with what its contract names instead in `nativeAs`. */
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
