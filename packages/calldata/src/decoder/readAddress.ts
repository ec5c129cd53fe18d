import type { Address } from 'viem'
import { toNumber } from './words.ts'

const addressDigits = 40
/** The most recent address for each value of the last three digits. */
const latest: (Address | undefined)[] = Array.from({ length: 0x1000 })

/**
 * Returns the address whose digits begin at a position. Most addresses repeat, so a small cache returns the same
 * string again. This saves joining and hashing it, and makes comparisons fast.
 */
export function readAddress(hex: string, start: number): Address {
  const place = toNumber(hex, start + 37, start + addressDigits) & 0xfff
  const known = latest[place]
  if (known !== undefined && hasDigits(known, hex, start)) return known
  const address: Address = `0x${hex.slice(start, start + addressDigits)}`
  // Reading a digit flattens the string. Until then it keeps the whole calldata in memory.
  address.charCodeAt(2)
  latest[place] = address
  return address
}

function hasDigits(address: Address, hex: string, start: number): boolean {
  for (let index = 0; index < addressDigits; index++)
    if (address.charCodeAt(2 + index) !== hex.charCodeAt(start + index)) return false
  return true
}
