import { toLogWords, toSigned } from '../../dex/logWords.ts'
import type { ToTrade } from './trade.ts'

const million = 1_000_000n
const toPositive = (amount: bigint): bigint => (amount > 0n ? amount : 0n)

/**
 * Decodes `Swap` of Uniswap V2 (amount0In, amount1In, amount0Out, amount1Out) and V3 (signed amounts, positive if the
 * pool received them). The fee is the pool's rate of the input, rounded up like V3's `computeSwapStep`. The additional
 * rounding at each crossed tick is not included.
 *
 * @param fee millionths of the input
 */
export function createUniswapDecoder(kind: 'pair' | 'ticks', fee: number): ToTrade {
  const rate = BigInt(fee)
  return ({ data }) => {
    const words = toLogWords(data, kind === 'pair' ? 4 : 5)
    if (words === null) return null
    const [a, b, c, d] = words as [bigint, bigint, bigint, bigint]
    const moved = [toSigned(a), toSigned(b)]
    const amountsIn = kind === 'pair' ? [a, b] : moved.map(toPositive)
    const amountsOut = kind === 'pair' ? [c, d] : moved.map((amount) => toPositive(-amount))
    return { amountsIn, amountsOut, fees: amountsIn.map((amount) => (amount * rate + million - 1n) / million) }
  }
}
