/**
 * Converts a decimal number from an API message to smallest units, rounded to the nearest. 0.1 with 18 decimals is exactly 10^17.
 * It uses the digits of the number, because floating-point multiplication is inexact.
 *
 * @example toUnits(1.2, 9) // 1_200_000_000n: 1.2 gwei in wei
 */
export function toUnits(value: number, decimals: number): bigint {
  const [digits = '', exponent = '0'] = String(value).split('e')
  const [whole = '', fraction = ''] = digits.split('.')
  const shift = decimals + Number(exponent) - fraction.length
  const amount = BigInt(whole + fraction)
  if (shift >= 0) return amount * 10n ** BigInt(shift)
  const unit = 10n ** BigInt(-shift)
  return (2n * amount + (amount < 0n ? -unit : unit)) / (2n * unit)
}

/**
 * Converts like {@link toUnits}, but rounds to 15 significant digits first. Further digits of a quotient are rounding noise.
 *
 * @example toRoundedUnits(215117.24861606403, 18) // 215_117_248_616_064_000_000_000n
 */
export function toRoundedUnits(value: number, decimals: number): bigint {
  return toUnits(Number(value.toPrecision(15)), decimals)
}
