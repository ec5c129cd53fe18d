import type { Address } from 'viem'
import type { Transaction } from '../transaction/transaction.ts'
import type { Classification } from './classification.ts'

/** Units of the native currency that `amount` of a token is worth, in wei; null where that is not known. */
export type NativeWorth = (token: Address, amount: bigint) => bigint | null

/**
 * What a transaction has at stake, in wei: the native currency it sends, or what its swap gives or asks for, whichever
 * is most. The wrapped token counts as what it wraps; other tokens as far as `worth` knows them.
 */
export function computeStake(
  { value }: Pick<Transaction, 'value'>,
  { swap }: Pick<Classification, 'swap'>,
  wrapped: Address | undefined,
  worth: NativeWorth = () => null,
): bigint {
  if (swap === null) return value
  const sides: readonly (readonly [Address, bigint | null])[] = [
    [swap.tokenIn, swap.amountIn],
    [swap.tokenOut, swap.amountOut],
  ]
  let stake = value
  for (const [token, amount] of sides) {
    if (amount === null || amount >= unbounded) continue
    const side = token === wrapped ? amount : (worth(token, amount) ?? 0n)
    if (side > stake) stake = side
  }
  return stake
}

/** Amounts from here on mean "no limit", not a stake. */
const unbounded = 1n << 127n
