import { hash } from 'node:crypto'
import { type Clock, createCache } from '@outrigger/core'
import type { ApiKey, Keyring } from '../../access/keyring.ts'
import type { Keyless } from '../../access/loopback.ts'
import type { Asked, ClientIp } from './clientIp.ts'
import { toCredential } from './credentials.ts'

/** How long a verdict is believed. The gateway's connections believe theirs as long again: a revocation is seen within a second. */
export const rememberedMs = 500
const maxRemembered = 10_000

type Verdict = { readonly key: ApiKey | undefined }
type Parts = {
  readonly keyring: Keyring
  readonly keyless: Keyless
  readonly clientIp: ClientIp
  readonly clock: Clock
}

/**
 * Finds the key of a request, remembering for a moment what the keyring said: by the hash of the credential, so that
 * comparing takes no longer the closer a guess is. At hand it comes without a promise.
 */
export function createVerifiedKeys({ keyring, keyless, clientIp, clock }: Parts) {
  const verdicts = createCache<Verdict>({ max: maxRemembered, ttlMs: rememberedMs, clock })

  async function verify(name: string, credential: string, ip: string): Promise<ApiKey | undefined> {
    const key = await keyring.verify(credential, ip)
    verdicts.set(name, { key })
    return key
  }

  return (asked: Asked): ApiKey | undefined | Promise<ApiKey | undefined> => {
    const credential = toCredential(asked.headers)
    if (credential === undefined) return keyless(asked)
    const ip = clientIp(asked)
    const name = hash('sha256', `${ip} ${credential}`)
    const verdict = verdicts.get(name)
    return verdict === undefined ? verify(name, credential, ip) : verdict.key
  }
}
