import type { ChainName } from '@outrigger/core'
import type { Address } from 'viem'
import type { TransactionFlow } from '../flow/transactionFlow.ts'
import type { TokenAmounts } from '../minedFinding.ts'
import { stablecoins } from './stablecoins.ts'

/** What amounts were worth in a block; null where a token was not traded there against what has a price. */
export type BlockPrices = {
  toWei(amounts: TokenAmounts): bigint | null
  toUsd(amounts: TokenAmounts): number | null
}

/**
 * Prices by the swaps of the block itself, weighted by volume: against the wrapped native token, and of that against
 * dollars. They say about what a profit was worth; a thin pool that was manipulated in the block misprices its token.
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

  function weiOf(token: Address, amount: bigint): number | null {
    if (token === wrappedNative) return Number(amount)
    const decimals = dollars[token]
    if (decimals !== undefined && usdPerWei !== null) return Number(amount) / 10 ** decimals / usdPerWei
    const sums = native.get(token)
    return sums === undefined || sums.token === 0 ? null : (Number(amount) * sums.native) / sums.token
  }
  function sum(amounts: TokenAmounts, worthOf: (token: Address, amount: bigint) => number | null): number | null {
    let total = 0
    for (const [token, amount] of Object.entries(amounts)) {
      const value = worthOf(token as Address, amount)
      if (value === null) return null
      total += value
    }
    return Number.isFinite(total) ? total : null
  }
  return {
    toWei(amounts) {
      const only = Object.keys(amounts)
      // No detour over floating point where there is nothing to convert.
      if (only.length === 1 && only[0] === wrappedNative) return amounts[wrappedNative] ?? null
      const wei = sum(amounts, weiOf)
      return wei === null ? null : BigInt(Math.round(wei))
    },
    toUsd: (amounts) =>
      sum(amounts, (token, amount) => {
        const decimals = dollars[token]
        if (decimals !== undefined) return Number(amount) / 10 ** decimals
        const wei = weiOf(token, amount)
        return wei === null || usdPerWei === null ? null : wei * usdPerWei
      }),
  }
}
