import { createHmac, randomBytes } from 'node:crypto'
import type { Clock, Store } from '@outrigger/core'
import { systemClock } from '@outrigger/core/internal'
import { InvalidAlertError } from '../alertErrors.ts'
import { collections } from './delivery.ts'

/** Signing secrets of one account: the current one, and previous ones during their overlap. */
export type SigningSecret = {
  /** `whsec_` followed by base64. */
  readonly secret: string
  readonly createdAtMs: number
  /** Previous secrets that still sign, oldest first. */
  readonly previous: readonly PreviousSecret[]
}
type PreviousSecret = { readonly secret: string; readonly untilMs: number }
/** Older versions stored one previous secret without a list, and no secret as null. */
type Stored = Omit<SigningSecret, 'previous'> & { readonly previous: readonly PreviousSecret[] | PreviousSecret | null }

const dayMs = 86_400_000
const prefix = 'whsec_'
/** Limited because every webhook has a signature of each secret in one header. */
const maxPrevious = 8

// The operator's key is from before accounts existed, so it has no prefix.
const toKey = (account: string | null): string => (account === null ? 'webhook' : `account/${account}`)

const createSecret = (nowMs: number, previous: readonly PreviousSecret[] = []): SigningSecret => ({
  secret: prefix + randomBytes(32).toString('base64'),
  createdAtMs: nowMs,
  previous,
})

function toSigning(stored: Stored | undefined, nowMs: number): SigningSecret | undefined {
  const previous = [stored?.previous ?? []].flat().filter(({ untilMs }) => untilMs > nowMs)
  return stored && { secret: stored.secret, createdAtMs: stored.createdAtMs, previous }
}

type SecretOptions = { readonly account?: string | null; readonly clock?: Clock }

/**
 * Returns the secret that signs the webhooks of an account, and creates it if it is missing.
 *
 * @param options `account` is null for the operator, by default
 * @example const { secret } = await getSigningSecret(await openStore({ dataDir }))
 */
export async function getSigningSecret(
  store: Store,
  { account = null, clock = systemClock }: SecretOptions = {},
): Promise<SigningSecret> {
  const secrets = store.collection<Stored>(collections.secrets)
  const key = toKey(account)
  const stored =
    (await secrets.get(key)) ?? (await secrets.update(key, (current) => current ?? createSecret(clock.now())))
  return toSigning(stored, clock.now()) as SigningSecret
}

/**
 * Replaces the secret of an account. During `overlapMs` the old secret also signs, so that receivers can switch. Older
 * secrets keep their expiry. With 0 all old secrets expire immediately.
 *
 * @param options `account` is null for the operator; `overlapMs` is a day by default
 * @throws {InvalidAlertError} 8 old secrets still sign
 */
export async function rotateSigningSecret(
  store: Store,
  { account = null, overlapMs = dayMs, clock = systemClock }: SecretOptions & { readonly overlapMs?: number } = {},
): Promise<SigningSecret> {
  const nowMs = clock.now()
  const secrets = store.collection<Stored>(collections.secrets)
  return (await secrets.update(toKey(account), (stored) => {
    const known = toSigning(stored, nowMs)
    if (known === undefined || overlapMs <= 0) return createSecret(nowMs)
    if (known.previous.length >= maxPrevious)
      throw new InvalidAlertError(
        'overlap_seconds',
        `must be 0, because ${maxPrevious} old secrets are still valid. 0 revokes them`,
      )
    return createSecret(nowMs, [...known.previous, { secret: known.secret, untilMs: nowMs + overlapMs }])
  })) as SigningSecret
}

/** Builds the three headers of Standard Webhooks for one attempt. */
export function toSignedHeaders({ secret, previous }: SigningSecret, id: string, body: string, nowMs: number) {
  const timestamp = String(Math.floor(nowMs / 1000))
  const working = previous.filter(({ untilMs }) => nowMs < untilMs).reverse()
  const signatures = [secret, ...working.map((one) => one.secret)].map((one) => {
    const bytes = Buffer.from(one.slice(prefix.length), 'base64')
    return `v1,${createHmac('sha256', bytes).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}
