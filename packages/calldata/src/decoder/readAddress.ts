import type { Address } from 'viem'
import { toNumber } from './words.ts'

const addressDigits = 40
/** By its last three digits, the address that was read last. */
const latest: (Address | undefined)[] = Array.from({ length: 0x1000 })

/**
 * The address whose digits begin at a position. Tokens come again and again: each is one string as long as no other takes
 * its place here, which need not be joined and hashed anew, and is compared at a glance.
 */
export function readAddress(hex: string, start: number): Address {
  const place = toNumber(hex, start + 37, start + addressDigits) & 0xfff
  const known = latest[place]
  if (known !== undefined && hasDigits(known, hex, start)) return known
  const address: Address = `0x${hex.slice(start, start + addressDigits)}`
  // Reading a digit joins the parts: until then it holds the whole calldata.
  address.charCodeAt(2)
  latest[place] = address
  return address
}

function hasDigits(address: Address, hex: string, start: number): boolean {
  for (let index = 0; index < addressDigits; index++)
    if (address.charCodeAt(2 + index) !== hex.charCodeAt(start + index)) return false
  return true
}
