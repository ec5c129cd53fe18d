import { randomBytes } from 'node:crypto'
import type { Store } from '@outrigger/core'
import { isHex, type LocalAccount } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { InvalidRelayError } from './errors.ts'

/** Returns the account that signs requests to relays. `key` is the private key without 0x, used to redact it from messages. */
export type Signer = () => Promise<{ readonly account: LocalAccount; readonly key: string }>

/**
 * Signs with the given key. Without a key, generates one and keeps it in the store, because relays let only the original signer
 * cancel a bundle. The account holds no funds.
 *
 * @throws {InvalidRelayError} the key is not a private key
 */
export function createSigner(store: Store, key: string | undefined): Signer {
  if (key !== undefined) {
    const signer = toSigner(key)
    return async () => signer
  }
  let cached: ReturnType<Signer> | undefined
  return () => {
    cached ??= store
      .collection<string>('bundleSigner')
      .update('key', (known) => known ?? `0x${randomBytes(32).toString('hex')}`)
      .then((kept) => toSigner(kept ?? ''))
      .catch((error: unknown) => {
        // Clears the promise so that the next request reads the store again.
        cached = undefined
        throw error
      })
    return cached
  }
}

const toSigner = (key: string) => ({ account: requireSignerKey(key), key: key.replace(/^0x/, '') })

/** Returns the account of a private key. @throws {InvalidRelayError} the text is not a private key */
export function requireSignerKey(key: string): LocalAccount {
  const hex = key.startsWith('0x') ? key : `0x${key}`
  try {
    if (isHex(hex) && hex.length === 66) return privateKeyToAccount(hex)
  } catch {
    // The key is zero or above the order of the curve.
  }
  throw new InvalidRelayError('The signer key must be a private key: 32 bytes in hexadecimal.')
}
