/** Prices of a pool are from 1.0001 ** -887272 to 1.0001 ** 887272. */
export const maxTick = 887_272
const precision = 512n

/** 2 ** 128 / sqrt(1.0001) ** (2 ** bit), rounded: the constants in the contract's binary exponentiation. */
const powers: readonly bigint[] = (() => {
  const rounded: bigint[] = []
  let power = computeRoot((10_000n << (2n * precision)) / 10_001n)
  for (let bit = 0; bit < 20; bit++) {
    rounded.push((power + (1n << (precision - 129n))) >> (precision - 128n))
    power = (power * power) >> precision
  }
  return rounded
})()

/** sqrt(1.0001 ** tick) * 2 ** 96 as Uniswap V3's `TickMath` rounds it. */
export function toSqrtPrice(tick: number): bigint {
  const distance = Math.abs(tick)
  let ratio = 1n << 128n
  for (const [bit, power] of powers.entries()) if ((distance >> bit) & 1) ratio = (ratio * power) >> 128n
  if (tick > 0) ratio = ((1n << 256n) - 1n) / ratio
  return divideUp(ratio, 1n << 32n)
}

export function divideUp(value: bigint, by: bigint): bigint {
  return (value + by - 1n) / by
}

/** By Newton, from above. */
function computeRoot(value: bigint): bigint {
  let root = 1n << BigInt((value.toString(2).length + 1) >> 1)
  for (;;) {
    const next = (root + value / root) >> 1n
    if (next >= root) return root
    root = next
  }
}
