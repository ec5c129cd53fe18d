import { bech32 } from '@scure/base'
import { InvalidAddressError } from '../../errors.ts'

type Parameters = { readonly denom: string; readonly prefix: string }

const known: Readonly<Record<string, Parameters>> = {
  cosmoshub: { denom: 'uatom', prefix: 'cosmos' },
  osmosis: { denom: 'uosmo', prefix: 'osmo' },
}

/** Returns the smallest unit of a chain's own currency. */
export const toNativeDenom = (chain: string): string => known[chain]?.denom ?? 'ucoin'

/**
 * Returns an address in lower case. Test networks may have their own prefixes.
 * @throws {InvalidAddressError}
 */
export function checkAddress(text: string, chain: string, isMain: boolean): string {
  const prefix = known[chain]?.prefix ?? chain
  try {
    const { prefix: found } = bech32.decode(text as `${string}1${string}`, 200)
    if (!isMain || found === prefix) return text.toLowerCase()
  } catch {
    // Not bech32, or the checksum is wrong.
  }
  throw new InvalidAddressError(text, `expected a bech32 address that starts with ${prefix}1`)
}
