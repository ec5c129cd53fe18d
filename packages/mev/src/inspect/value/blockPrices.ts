import type { ChainName } from '@outrigger/core'
import type { Address } from 'viem'
import type { TransactionFlow } from '../flow/transactionFlow.ts'
import type { TokenAmounts } from '../minedFinding.ts'
import { stablecoins } from './stablecoins.ts'

/** Values amounts at the prices of a block. Null if a token was not traded against a priced token in the block. */
export type BlockPrices = {
  toWei(amounts: TokenAmounts): bigint | null
  toUsd(amounts: TokenAmounts): number | null
}

/**
 * Computes prices from the block's swaps, weighted by volume: tokens against the wrapped native token, and the wrapped native
 * token against dollars. The values are approximate. A thin pool that was manipulated in the block misprices its token.
 */
export function computeBlockPrices(
  flows: readonly TransactionFlow[],
  { chain, wrappedNative }: { readonly chain: ChainName; readonly wrappedNative: Address },
): BlockPrices {
  const dollars = stablecoins[chain] ?? {}
  const native = new Map<Address, { token: number; native: number }>()
  const usd = { native: 0, usd: 0 }
  for (const { swaps } of flows)
    for (const { tokenIn, tokenOut, amountIn, amountOut } of swaps) {
      const isSale = tokenOut === wrappedNative
      if (!isSale && tokenIn !== wrappedNative) continue
      const [token, moved, wei] = isSale
        ? ([tokenIn, amountIn, amountOut] as const)
        : ([tokenOut, amountOut, amountIn] as const)
      const sums = native.get(token) ?? { token: 0, native: 0 }
      native.set(token, { token: sums.token + Number(moved), native: sums.native + Number(wei) })
      const decimals = dollars[token]
      if (decimals === undefined) continue
      usd.native += Number(wei)
      usd.usd += Number(moved) / 10 ** decimals
    }
  const usdPerWei = usd.native > 0 ? usd.usd / usd.native : null

  function toWeiAmount(token: Address, amount: bigint): number | null {
    if (token === wrappedNative) return Number(amount)
    const decimals = dollars[token]
    if (decimals !== undefined && usdPerWei !== null) return Number(amount) / 10 ** decimals / usdPerWei
    const sums = native.get(token)
    return sums === undefined || sums.token === 0 ? null : (Number(amount) * sums.native) / sums.token
  }
  function sum(amounts: TokenAmounts, toValue: (token: Address, amount: bigint) => number | null): number | null {
    let total = 0
    for (const [token, amount] of Object.entries(amounts)) {
      const value = toValue(token as Address, amount)
      if (value === null) return null
      total += value
    }
    return Number.isFinite(total) ? total : null
  }
  return {
    toWei(amounts) {
      const only = Object.keys(amounts)
      // Avoids floating point if no conversion is needed.
      if (only.length === 1 && only[0] === wrappedNative) return amounts[wrappedNative] ?? null
      const wei = sum(amounts, toWeiAmount)
      return wei === null ? null : BigInt(Math.round(wei))
    },
    toUsd: (amounts) =>
      sum(amounts, (token, amount) => {
        const decimals = dollars[token]
        if (decimals !== undefined) return Number(amount) / 10 ** decimals
        const wei = toWeiAmount(token, amount)
        return wei === null || usdPerWei === null ? null : wei * usdPerWei
      }),
  }
}
