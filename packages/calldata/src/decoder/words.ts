const zero = 48

/** Returns the value of one hex digit. For other characters it uses the low bits and never throws. */
function digit(code: number): number {
  return code < 58 ? code - zero : (code & 0xf) + 9
}

/** Returns the first position from `start` on that is not the digit zero, or `end` if there is none. */
export function skipZeros(hex: string, start: number, end: number): number {
  let position = start
  while (position < end && hex.charCodeAt(position) === zero) position++
  return position
}

/** Returns the digits from `start` to `end` as an unsigned integer. Most numbers are small and avoid `BigInt(text)`. */
export function toUint(hex: string, start: number, end: number): bigint {
  const first = skipZeros(hex, start, end)
  if (first === end) return 0n
  return end - first <= 13 ? BigInt(toNumber(hex, first, end)) : BigInt(`0x${hex.slice(first, end)}`)
}

/** Like `toUint`, for at most 13 digits. */
export function toNumber(hex: string, start: number, end: number): number {
  let value = 0
  for (let position = start; position < end; position++) value = value * 16 + digit(hex.charCodeAt(position))
  return value
}
