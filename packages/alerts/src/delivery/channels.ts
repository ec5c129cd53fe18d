import { isIP } from 'node:net'
import type { Alert, WebhookFormat } from '../alert.ts'
import { DeliveryError, ForbiddenTargetError, InvalidAlertError } from '../alertErrors.ts'
import type { Delivery } from './delivery.ts'
import { createEmailSender, type EmailSettings, requireAddress } from './email.ts'
import { unbracket } from './guardedAgent.ts'
import type { SigningSecret } from './signature.ts'
import { createWebhookSender, type WebhookSettings } from './webhook.ts'

/** Settings of the notification channels. Without `email`, deliveries by e-mail fail with an explanation. */
export type ChannelSettings = { readonly webhook?: WebhookSettings; readonly email?: EmailSettings }

export type Channels = {
  /** @throws {InvalidAlertError} an address is malformed or not allowed */
  check(target: Pick<Alert, 'email' | 'webhookUrl' | 'webhookFormat'>): void
  /** @throws {DeliveryError} */
  send(alert: Alert, delivery: Delivery, signing: SigningSecret, nowMs: number): Promise<void>
  close(): Promise<void>
}

export function createChannels({ webhook: webhookSettings = {}, email: emailSettings }: ChannelSettings): Channels {
  const webhook = createWebhookSender(webhookSettings)
  const email = emailSettings && createEmailSender(emailSettings)

  function checkWebhook(text: string, format: WebhookFormat): void {
    const url = toUrl(text)
    if (url === undefined) throw new InvalidAlertError('webhook_url', 'is not an http or https URL.')
    if (url.username !== '' || url.password !== '')
      throw new InvalidAlertError(
        'webhook_url',
        'contains a user or password. Remove both, because webhooks are signed instead.',
      )
    if (format === 'telegram' && !url.searchParams.has('chat_id'))
      throw new InvalidAlertError('webhook_url', 'for Telegram must contain the chat id: …/sendMessage?chat_id=<id>.')
    const host = unbracket(url.hostname)
    if (isIP(host) !== 0 && !webhook.isAllowed(host))
      throw new InvalidAlertError('webhook_url', new ForbiddenTargetError(host).message)
  }
  return {
    check({ email: address, webhookUrl, webhookFormat }) {
      if (webhookUrl !== null) checkWebhook(webhookUrl, webhookFormat)
      if (address === null) return
      requireAddress(address)
      email?.requireRecipient(address)
    },
    async send(alert, delivery, signing, nowMs) {
      if (delivery.channel === 'webhook')
        return webhook.send({ url: alert.webhookUrl as string, format: alert.webhookFormat }, delivery, signing, nowMs)
      if (email === undefined)
        throw new DeliveryError('no mail server is configured. Set alerts.email in the configuration')
      return email.send(alert.email as string, delivery)
    },
    async close() {
      email?.close()
      await webhook.close()
    },
  }
}

/** Returns the webhook format of a service by the host of its URL. */
export function toFormat(url: string | null): WebhookFormat {
  const host = (url === null ? undefined : toUrl(url)?.hostname) ?? ''
  if (host === 'hooks.slack.com' || host === 'hooks.slack-gov.com') return 'slack'
  if (/^(?:(?:ptb|canary)\.)?discord(?:app)?\.com$/.test(host)) return 'discord'
  return host === 'api.telegram.org' ? 'telegram' : 'standard'
}

/** Parses an HTTP or HTTPS URL. Returns undefined for anything else. */
export const toUrl = (text: string): URL | undefined =>
  /^https?:/i.test(text) && URL.canParse(text) ? new URL(text) : undefined
