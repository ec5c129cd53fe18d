/**
 * What a swap is charged in all, in millionths of the input: the protocol's fee first, and the pool's of what is left, rounded
 * up. `ProtocolFeeLibrary.calculateSwapFee` of Uniswap V4.
 *
 * @example
 * computeSwapFee(1_000, 3_000) // 3_997
 */
export function computeSwapFee(protocolFee: number, poolFee: number): number {
  return protocolFee + poolFee - Math.floor((protocolFee * poolFee) / 1e6)
}

/** Of the first token and of the second, 12 bits each, as the contract packs them. */
export function toProtocolFees(packed: number): readonly [number, number] {
  return [packed & 0xfff, packed >> 12]
}
