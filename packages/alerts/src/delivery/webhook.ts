import type { Agent } from 'undici'
import type { WebhookFormat } from '../alert.ts'
import { DeliveryError, ForbiddenTargetError } from '../alertErrors.ts'
import { toStandardBody, toText } from './body.ts'
import type { Delivery } from './delivery.ts'
import { createGuardedAgent, type Lookup } from './guardedAgent.ts'
import { createNetworkRule, loopbackNetworks } from './networks.ts'
import { type SigningSecret, toSignedHeaders } from './signature.ts'

export type WebhookSettings = {
  /** CIDR ranges that are allowed in addition to public addresses. @default none */
  readonly networks?: readonly string[]
  /** Whether loopback addresses are currently allowed. @default never */
  readonly isLoopbackAllowed?: () => boolean
  /** Timeout of one attempt. @default 15000 */
  readonly timeoutMs?: number
  /** Replaces the system's DNS lookup. */
  readonly lookup?: Lookup
}

type WebhookTarget = { readonly url: string; readonly format: WebhookFormat }

type WebhookSender = {
  /** @throws {DeliveryError} the receiver did not accept it @throws {ForbiddenTargetError} */
  send(target: WebhookTarget, delivery: Delivery, signing: SigningSecret, nowMs: number): Promise<void>
  /** Whether connections to an address are allowed. */
  isAllowed(address: string): boolean
  close(): Promise<void>
}

export function createWebhookSender(settings: WebhookSettings): WebhookSender {
  const { networks = [], isLoopbackAllowed = () => false, timeoutMs = 15_000, lookup } = settings
  const [isPublic, orLoopback] = [createNetworkRule(networks), createNetworkRule([...networks, ...loopbackNetworks])]
  const isAllowed = (address: string) => (isLoopbackAllowed() ? orLoopback : isPublic)(address)
  let agent: Promise<Agent> | undefined
  let isClosed = false
  return {
    isAllowed,
    async send(target, delivery, signing, nowMs) {
      if (isClosed) throw new DeliveryError('the node is closing, so the webhook was not sent')
      agent ??= createGuardedAgent({ isAllowed, timeoutMs, lookup })
      const [dispatcher, { request }] = await Promise.all([agent, import('undici')])
      const { url, body } = toRequest(target, delivery)
      const headers = {
        'content-type': 'application/json',
        'user-agent': 'Outrigger',
        ...toSignedHeaders(signing, delivery.id, body, nowMs),
      }
      const signal = AbortSignal.timeout(timeoutMs)
      // `request` does not follow redirects, as the specification requires.
      const answer = await request(url, { method: 'POST', headers, body, dispatcher, signal }).catch(throwDeliveryError)
      // The body is discarded and may be endless, so it is only read up to a limit.
      await answer.body.dump({ limit: maxReadBytes }).catch(() => {})
      const { statusCode } = answer
      if (statusCode >= 200 && statusCode < 300) return
      throw new DeliveryError(`the receiver answered ${statusCode}`, {
        goneUrl: statusCode === 410 ? target.url : null,
        retryAfterMs: toRetryAfterMs(answer.headers['retry-after'], nowMs),
      })
    },
    async close() {
      isClosed = true
      await (await agent)?.destroy()
    },
  }
}

const maxReadBytes = 16 * 1024

function throwDeliveryError(error: unknown): never {
  if (error instanceof ForbiddenTargetError) throw error
  const { code, name, message } = error as NodeJS.ErrnoException
  throw new DeliveryError(name === 'TimeoutError' ? 'the receiver took too long' : `no answer (${code ?? message})`)
}

/** Escapes text, because Slack interprets `<!channel>` and links. */
const escapeSlack = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

function toRequest({ url, format }: WebhookTarget, delivery: Delivery): { url: string; body: string } {
  if (format === 'standard') return { url, body: JSON.stringify(toStandardBody(delivery)) }
  const text = toText(delivery)
  if (format === 'slack') return { url, body: JSON.stringify({ text: escapeSlack(text) }) }
  // An alert's name must not notify everyone in a channel.
  const allowed_mentions = { parse: [] }
  if (format === 'discord') return { url, body: JSON.stringify({ content: text, allowed_mentions }) }
  const address = new URL(url)
  const chat_id = address.searchParams.get('chat_id')
  address.searchParams.delete('chat_id')
  return { url: address.href, body: JSON.stringify({ chat_id, text }) }
}

/** Parses Retry-After, which is a date or seconds. Discord sends fractions of seconds. */
function toRetryAfterMs(header: string | string[] | undefined, nowMs: number): number | null {
  const text = Array.isArray(header) ? header[0] : header
  if (text === undefined) return null
  const afterMs = /^\d{1,9}(?:\.\d{1,9})?$/.test(text) ? Number(text) * 1000 : Date.parse(text) - nowMs
  return Number.isFinite(afterMs) && afterMs >= 0 ? afterMs : null
}
