import type { Args } from '../../decoder/args.ts'

const whole = 10_000n
/** `mostFee` is MAX_FEE_PERCENT of v6, in basis points. */
const [feeMask, mostFee] = [0x3fffn, 200n]

/**
 * Returns the minimum output of an exact input of Augustus v6. The router checks `toAmount` before it deducts the surplus over
 * `quotedAmount` and the partner's fee. The router also keeps one unit of dust, which this function ignores. Source:
 * AugustusFees.processSwapExactAmountInFeesAndTransfer.
 *
 * @param partnerAndFee the partner's address in the upper 160 bits, flags and fee in the lower 96
 */
export function toAugustusPaid(toAmount: bigint, quotedAmount: bigint, partnerAndFee: bigint): bigint {
  const asked = partnerAndFee >> 96n === 0n ? 0n : partnerAndFee & feeMask
  const fee = asked < mostFee ? asked : mostFee
  return ((toAmount < quotedAmount ? toAmount : quotedAmount) * (whole - fee)) / whole
}

/** Words of the partner, the packed fee, and for an exact input the expected output. */
export type FeeWords = { readonly partner: number; readonly fee: number; readonly expected?: number }

/**
 * Returns the output of Augustus v5 after fees. The router deducts the partner's fee after it checks the minimum, and may keep
 * all of the surplus. Null if the fee exceeds the output, because the calldata does not contain the rate of its cap.
 *
 * @see FeeModel of AugustusSwapper v5
 */
export function afterPartnerFee({ partner, fee, expected }: FeeWords) {
  return (amount: bigint, args: Args): bigint | null => {
    const surplusFrom = expected === undefined ? amount : args.uint(expected)
    const base = surplusFrom < amount ? surplusFrom : amount
    const packed = args.uint(fee)
    // Version 0 is the fee alone. Bit 15: of the input. Bit 16: a referral, which shares the surplus.
    const isOfOutput = packed >> 248n === 0n || (packed & (3n << 15n)) === 0n
    if (!isOfOutput || BigInt(args.address(partner)) === 0n) return base
    const bips = packed >> 248n === 0n ? packed : packed & feeMask
    return bips > whole ? null : base - (base * bips) / whole
  }
}
