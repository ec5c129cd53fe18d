import { randomBytes } from 'node:crypto'
import type { Store } from '@outrigger/core'
import { isHex, type LocalAccount } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { InvalidRelayError } from './errors.ts'

/**
 * The account that signs requests to relays: of the key that is given, else of one that is made once and kept in the store,
 * for a relay lets a bundle be taken back only by who has sent it. It holds no funds.
 *
 * @throws {InvalidRelayError} the key is none
 */
export function createSigner(store: Store, key: string | undefined): () => Promise<LocalAccount> {
  if (key !== undefined) {
    const account = requireSignerKey(key)
    return async () => account
  }
  let made: Promise<LocalAccount> | undefined
  return () => {
    made ??= store
      .collection<string>('bundleSigner')
      .update('key', (known) => known ?? `0x${randomBytes(32).toString('hex')}`)
      .then((kept) => requireSignerKey(kept ?? ''))
    return made
  }
}

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
