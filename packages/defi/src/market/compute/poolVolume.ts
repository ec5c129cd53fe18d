import type { Hex } from 'viem'
import { toLogWords, toSigned } from '../../dex/logWords.ts'
import type { Pool } from '../../dex/pool.ts'

type Amounts = readonly [bigint, bigint]

/** What swaps moved, in base units, in the order of the pool's tokens. */
export type SwapTotals = {
  readonly swaps: number
  /** Paid into the pool, the fee with it. */
  readonly amountsIn: Amounts
  readonly amountsOut: Amounts
  /** Of the input, the protocol's share with it. */
  readonly fees: Amounts
}

const add = ([a, b]: Amounts, [c, d]: Amounts): Amounts => [a + c, b + d]
const toPositive = (amount: bigint): bigint => (amount > 0n ? amount : 0n)

/**
 * Adds up the swaps of a pool by its logs: `Swap` of Uniswap V2 (amount0In, amount1In, amount0Out, amount1Out) and of V3
 * (signed amounts, positive where the pool received). The fee is the pool's rate of the input, rounded up as V3's
 * `computeSwapStep` does; each tick that a swap crosses rounds up once more, which is not counted.
 */
export function computeSwapTotals({ form, fee }: Pool, logs: readonly { readonly data: Hex }[]): SwapTotals {
  const rate = BigInt(fee)
  let totals: SwapTotals = { swaps: 0, amountsIn: [0n, 0n], amountsOut: [0n, 0n], fees: [0n, 0n] }
  for (const { data } of logs) {
    const words = toLogWords(data, form === 'pair' ? 4 : 5)
    if (words === null) continue
    const [a, b, c, d] = words as [bigint, bigint, bigint, bigint]
    const moved = [toSigned(a), toSigned(b)] as const
    const into: Amounts = form === 'pair' ? [a, b] : [toPositive(moved[0]), toPositive(moved[1])]
    const out: Amounts = form === 'pair' ? [c, d] : [toPositive(-moved[0]), toPositive(-moved[1])]
    const toFee = (amount: bigint) => (amount * rate + 999_999n) / 1_000_000n
    totals = {
      swaps: totals.swaps + 1,
      amountsIn: add(totals.amountsIn, into),
      amountsOut: add(totals.amountsOut, out),
      fees: add(totals.fees, [toFee(into[0]), toFee(into[1])]),
    }
  }
  return totals
}
