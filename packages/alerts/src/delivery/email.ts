import type { Transporter } from 'nodemailer'
import { DeliveryError, InvalidAlertError } from '../alertErrors.ts'
import { toStandardBody, toText } from './body.ts'
import type { Delivery } from './delivery.ts'

export type EmailSettings = {
  /** URL of the mail server with user and password: `smtps://user:password@mail.example.com`. */
  readonly smtpUrl: string
  readonly from: string
  /** Allowed recipients: addresses, or `@example.com` for a domain. Without a list any API key could send mail to anyone. */
  readonly recipients: readonly string[]
  /** Timeout of one attempt. @default 30000 */
  readonly timeoutMs?: number
}

type EmailSender = {
  /** @throws {InvalidAlertError} the operator does not allow this recipient */
  requireRecipient(email: string): void
  /** @throws {DeliveryError} */
  send(email: string, delivery: Delivery): Promise<void>
  close(): void
}

/** Exactly one address. A comma would add a second one, and a line break a header. */
const oneAddress = /^[^\s@,;:<>()"\\[\]]{1,64}@[A-Za-z\d](?:[A-Za-z\d.-]{0,188}[A-Za-z\d])?$/

export function requireAddress(email: string): void {
  if (!oneAddress.test(email)) throw new InvalidAlertError('email', `"${email}" is not exactly one e-mail address.`)
}

export function createEmailSender({ smtpUrl, from, recipients, timeoutMs = 30_000 }: EmailSettings): EmailSender {
  const timeouts = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs }
  let transport: Transporter | undefined
  let isClosed = false
  const allowed = new Set(recipients.map((one) => one.toLowerCase()))

  function requireRecipient(email: string): void {
    requireAddress(email)
    const address = email.toLowerCase()
    if (!allowed.has(address) && !allowed.has(address.slice(address.lastIndexOf('@'))))
      throw new InvalidAlertError(
        'email',
        `${email} is not among the recipients that the operator allows (alerts.email.recipients).`,
      )
  }
  return {
    requireRecipient,
    async send(email, delivery) {
      requireRecipient(email)
      // Loaded with the first mail, because most processes send none.
      const { createTransport } = await import('nodemailer')
      if (isClosed) throw new DeliveryError('the node is closing, so the email was not sent')
      transport ??= createTransport({ url: smtpUrl, disableFileAccess: true, disableUrlAccess: true, ...timeouts })
      const text = toText(delivery)
      const message = {
        from,
        to: { name: '', address: email },
        subject: `[Outrigger] ${text.slice(0, 150)}`,
        text: `${text}\n\n${JSON.stringify(toStandardBody(delivery), null, 2)}\n`,
        // The same for every attempt, so that a mailbox shows it once.
        messageId: `<${delivery.id}@outrigger>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
      }
      await transport.sendMail(message).catch(throwDeliveryError)
    },
    close() {
      isClosed = true
      transport?.close()
    },
  }
}

// A 5xx response is permanent. Only its number is reported, because its text may name users and hosts.
function throwDeliveryError(error: unknown): never {
  const { responseCode, code } = error as { readonly responseCode?: number; readonly code?: string }
  throw new DeliveryError(
    `the mail server ${responseCode === undefined ? `sent no response (${code ?? 'no connection'})` : `answered ${responseCode}`}`,
    {
      retryable: responseCode === undefined || responseCode < 500,
    },
  )
}
