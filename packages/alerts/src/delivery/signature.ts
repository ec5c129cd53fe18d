import { createHmac, randomBytes } from 'node:crypto'
import type { Clock, Store } from '@outrigger/core'
import { collections } from './delivery.ts'

/** Signs webhooks: the present secret, and for a while the one before it. */
export type SigningSecret = {
  /** `whsec_` and base64. */
  readonly secret: string
  readonly createdAtMs: number
  readonly previous: { readonly secret: string; readonly untilMs: number } | null
}

const dayMs = 86_400_000
const prefix = 'whsec_'
const key = 'webhook'

const createSecret = (nowMs: number, previous: SigningSecret['previous'] = null): SigningSecret => ({
  secret: prefix + randomBytes(32).toString('base64'),
  createdAtMs: nowMs,
  previous,
})

/**
 * The secret that signs the webhooks of a store, made when there is none.
 *
 * @example const { secret } = await getSigningSecret(await openStore({ dataDir }), systemClock)
 */
export async function getSigningSecret(store: Store, clock: Clock): Promise<SigningSecret> {
  const secrets = store.collection<SigningSecret>(collections.secrets)
  const known = await secrets.get(key)
  return known ?? ((await secrets.update(key, (current) => current ?? createSecret(clock.now()))) as SigningSecret)
}

/** Replaces the secret. For `overlapMs` the old one signs beside it, so that receivers can change over. @default a day */
export async function rotateSigningSecret(store: Store, clock: Clock, overlapMs = dayMs): Promise<SigningSecret> {
  const nowMs = clock.now()
  const secrets = store.collection<SigningSecret>(collections.secrets)
  return (await secrets.update(key, (current) =>
    createSecret(nowMs, current ? { secret: current.secret, untilMs: nowMs + overlapMs } : null),
  )) as SigningSecret
}

/** The three headers of Standard Webhooks for one attempt. */
export function toSignedHeaders(signing: SigningSecret, id: string, body: string, nowMs: number) {
  const timestamp = String(Math.floor(nowMs / 1000))
  const { secret, previous } = signing
  const secrets = previous !== null && nowMs < previous.untilMs ? [secret, previous.secret] : [secret]
  const signatures = secrets.map((one) => {
    const bytes = Buffer.from(one.slice(prefix.length), 'base64')
    return `v1,${createHmac('sha256', bytes).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}
