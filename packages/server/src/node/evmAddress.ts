import { type Address, isAddress } from 'viem'
import { ServiceError } from '../errors/serviceError.ts'

/** The text is not a valid address of its chain. */
export class MalformedAddressError extends ServiceError {
  readonly code = 'INVALID_ADDRESS'
}

export class InvalidAddressError extends MalformedAddressError {
  // The command bundles another class with this name, and the bundler would rename this one.
  static override readonly name: string = 'InvalidAddressError'
  constructor(text: string, fault: string) {
    super(`"${text.length > 64 ? `${text.slice(0, 64)}…` : text}" is not an address: ${fault}.`)
  }
}

/**
 * Converts an address to lower case. A mixed-case address must have the right checksum (EIP-55).
 * @throws {InvalidAddressError}
 */
export function toEvmAddress(text: string): Address {
  if (!isAddress(text, { strict: false })) throw new InvalidAddressError(text, 'expected 0x and 40 hexadecimal digits')
  const digits = text.slice(2)
  const isMixed = digits !== digits.toLowerCase() && digits !== digits.toUpperCase()
  if (isMixed && !isAddress(text))
    throw new InvalidAddressError(text, 'its checksum is wrong. Check for a typo, or write it in lower case')
  return text.toLowerCase() as Address
}
