/** Decodes a reserve's configuration bits (ReserveConfiguration.sol). In v2, bits above 79 are zero. */
export function toConfiguration(data: bigint) {
  const bits = (start: bigint, count: bigint) => (data >> start) & ((1n << count) - 1n)
  return {
    ltv: bits(0n, 16n),
    liquidationThreshold: bits(16n, 16n),
    liquidationBonus: bits(32n, 16n),
    decimals: Number(bits(48n, 8n)),
    isActive: bits(56n, 1n) === 1n,
    isPaused: bits(60n, 1n) === 1n,
    isFlashLoanEnabled: bits(63n, 1n) === 1n,
    protocolFee: bits(152n, 16n),
    mode: Number(bits(168n, 8n)),
  }
}

/** Decodes an account's two bits for a reserve id (UserConfiguration.sol). */
export function toUserFlags(
  data: bigint,
  id: number,
): { readonly isBorrowing: boolean; readonly isCollateral: boolean } {
  const bits = (data >> BigInt(2 * id)) & 3n
  return { isBorrowing: (bits & 1n) === 1n, isCollateral: (bits & 2n) === 2n }
}
