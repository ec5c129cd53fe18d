import { hash } from 'node:crypto'
import type { Clock } from '@outrigger/core'
import { createCache } from '@outrigger/core/internal'
import type { ApiKey, Keyring } from '../../access/keyring.ts'
import type { CallerRequest, ClientIp } from './clientIp.ts'
import { toCredential } from './credentials.ts'
import type { Keyless } from './keyless.ts'

/** How long a result is cached. A revocation takes effect within this time. */
const verifiedForMs = 500
const maxVerified = 10_000

/** Finds the key of a request. */
export type FindKey = (request: CallerRequest) => ApiKey | undefined | Promise<ApiKey | undefined>

type Result = { readonly key: ApiKey | undefined }
type Parts = {
  readonly keyring: Keyring
  readonly keyless: Keyless
  readonly clientIp: ClientIp
  readonly clock: Clock
}

/**
 * Finds the key of a request. Caches the keyring's result briefly by the hash of the credential, so that look-up time reveals
 * nothing about a guess. Returns a cached result without a promise.
 */
export function createVerifiedKeys({ keyring, keyless, clientIp, clock }: Parts): FindKey {
  const results = createCache<Result>({ max: maxVerified, ttlMs: verifiedForMs, clock })

  async function verify(name: string, credential: string, ip: string): Promise<ApiKey | undefined> {
    const key = await keyring.verify(credential, ip)
    results.set(name, { key })
    return key
  }

  return (request) => {
    const credential = toCredential(request.headers)
    if (credential === undefined) return keyless(request)
    const ip = clientIp(request)
    const name = hash('sha256', `${ip} ${credential}`)
    const result = results.get(name)
    return result === undefined ? verify(name, credential, ip) : result.key
  }
}
