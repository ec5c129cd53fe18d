const zero = 48

/** Value of one hex digit; anything else counts as its low bits and never throws. */
function digit(code: number): number {
  return code < 58 ? code - zero : (code & 0xf) + 9
}

/** First position from `start` that is not the digit zero, or `end`. */
export function skipZeros(hex: string, start: number, end: number): number {
  let position = start
  while (position < end && hex.charCodeAt(position) === zero) position++
  return position
}

/** The digits from `start` to `end` as an unsigned integer. Most numbers are small and avoid `BigInt(text)`. */
export function toUint(hex: string, start: number, end: number): bigint {
  const first = skipZeros(hex, start, end)
  if (first === end) return 0n
  return end - first <= 13 ? BigInt(toNumber(hex, first, end)) : BigInt(`0x${hex.slice(first, end)}`)
}

/** As `toUint` for at most 13 digits. */
export function toNumber(hex: string, start: number, end: number): number {
  let value = 0
  for (let position = start; position < end; position++) value = value * 16 + digit(hex.charCodeAt(position))
  return value
}
