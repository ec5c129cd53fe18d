/**
 * Returns the total fee of a swap in millionths of the input, rounded up. The protocol's fee is charged first, and
 * the pool's fee on the rest. Source: Uniswap V4's `ProtocolFeeLibrary.calculateSwapFee`.
 *
 * @example
 * computeSwapFee(1_000, 3_000) // 3_997
 */
export function computeSwapFee(protocolFee: number, poolFee: number): number {
  return protocolFee + poolFee - Math.floor((protocolFee * poolFee) / 1e6)
}

/** Unpacks the protocol fees for swaps of the first and of the second token, 12 bits each. */
export function toProtocolFees(packed: number): readonly [number, number] {
  return [packed & 0xfff, packed >> 12]
}
