import { randomBytes } from 'node:crypto'
import type { Store } from '@outrigger/core'
import { isHex, type LocalAccount } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { InvalidRelayError } from './errors.ts'

/** Who signs requests to relays. `key` is the private key without 0x, to be kept out of whatever is shown. */
export type Signer = () => Promise<{ readonly account: LocalAccount; readonly key: string }>

/**
 * Signs with the key that is given, otherwise with one that is made once and kept in the store, for a relay lets a bundle be taken
 * back only by who has sent it. It holds no funds.
 *
 * @throws {InvalidRelayError} the key is none
 */
export function createSigner(store: Store, key: string | undefined): Signer {
  if (key !== undefined) {
    const signer = toSigner(key)
    return async () => signer
  }
  let made: ReturnType<Signer> | undefined
  return () => {
    made ??= store
      .collection<string>('bundleSigner')
      .update('key', (known) => known ?? `0x${randomBytes(32).toString('hex')}`)
      .then((kept) => toSigner(kept ?? ''))
      .catch((error: unknown) => {
        // The store is asked again with the next request.
        made = undefined
        throw error
      })
    return made
  }
}

const toSigner = (key: string) => ({ account: requireSignerKey(key), key: key.replace(/^0x/, '') })

/** The account of a private key. @throws {InvalidRelayError} the text is none */
export function requireSignerKey(key: string): LocalAccount {
  const hex = key.startsWith('0x') ? key : `0x${key}`
  try {
    if (isHex(hex) && hex.length === 66) return privateKeyToAccount(hex)
  } catch {
    // Zero, or above the order of the curve.
  }
  throw new InvalidRelayError('The signer key must be a private key: 32 bytes in hexadecimal.')
}
