import { randomBytes, randomUUID } from 'node:crypto'
import type { Clock, Store } from '@outrigger/core'
import { systemClock } from '@outrigger/core/internal'
import { errors, jwtVerify, SignJWT } from 'jose'
import type { ApiKey, Keyring } from './keyring.ts'

export const tokenLifetimeSeconds = 3600

/** A token represents its key. It has the key's current scopes and stops working with the key. */
export type VerifiedToken = { readonly key: ApiKey; readonly expiresAtMs: number }

export type Tokens = {
  issue(key: ApiKey): Promise<string>
  /** Returns undefined if the token is forged or expired, or if its key is revoked or does not allow the address. */
  verify(token: string, ip: string): Promise<VerifiedToken | undefined>
}

type TokensOptions = { readonly store: Store; readonly keyring: Keyring; readonly clock?: Clock }

const issuer = 'outrigger'

/**
 * Issues one-hour JWTs (HS256) for WebSockets. The signing secret is created once and kept in the store, so tokens survive a
 * restart and are valid in every process that shares the store.
 */
export function createTokens({ store, keyring, clock = systemClock }: TokensOptions): Tokens {
  const secrets = store.collection<string>('secrets')
  let secret: Promise<Uint8Array> | undefined

  function getSecret(): Promise<Uint8Array> {
    secret ??= secrets
      .update('jwt', (current) => current ?? randomBytes(32).toString('base64url'))
      .then((value) => Buffer.from(value ?? '', 'base64url'))
      .catch((error) => {
        secret = undefined
        throw error
      })
    return secret
  }

  return {
    async issue(key) {
      const now = Math.floor(clock.now() / 1000)
      return new SignJWT({ scope: key.scopes.join(' ') })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setIssuer(issuer)
        .setSubject(key.id)
        .setJti(randomUUID())
        .setIssuedAt(now)
        .setExpirationTime(now + tokenLifetimeSeconds)
        .sign(await getSecret())
    },
    async verify(token, ip) {
      try {
        const { payload } = await jwtVerify(token, await getSecret(), {
          algorithms: ['HS256'],
          issuer,
          requiredClaims: ['sub', 'exp'],
          currentDate: new Date(clock.now()),
        })
        const key = await keyring.find(payload.sub ?? '', ip)
        return key && { key, expiresAtMs: (payload.exp ?? 0) * 1000 }
      } catch (error) {
        if (error instanceof errors.JOSEError) return undefined
        throw error
      }
    },
  }
}
