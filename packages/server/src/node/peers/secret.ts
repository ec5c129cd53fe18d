import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Store } from '@outrigger/core'

/** Returns the shared secret by which nodes on one database authenticate. */
export async function getPeerSecret(store: Store): Promise<string> {
  const secrets = store.collection<string>('secrets')
  return (await secrets.update('peers', (known) => known ?? randomBytes(32).toString('base64url'))) ?? ''
}

/**
 * Returns a node's answer to another node's challenge. It proves that the node knows the secret and names the chain to follow.
 */
export const toProof = (secret: string, question: string, chain: string): string =>
  createHmac('sha256', secret).update(`${question} ${chain}`).digest('base64url')

export function isProof(given: unknown, secret: string, question: string, chain: string): boolean {
  const [own, other] = [toProof(secret, question, chain), String(given)].map((text) => Buffer.from(text))
  return own !== undefined && other !== undefined && own.length === other.length && timingSafeEqual(own, other)
}
