const weiPerGwei = 1_000_000_000n

/** Wei as a gwei number, for display and the wire; exact up to 2^53 wei and to double precision beyond. */
export function toGwei(wei: bigint): number {
  const whole = wei / weiPerGwei
  return Number(whole) + Number(wei - whole * weiPerGwei) / 1e9
}

/** Gwei as wei, rounded to the nearest wei. */
export function fromGwei(gwei: number): bigint {
  return BigInt(Math.round(gwei * 1e9))
}
