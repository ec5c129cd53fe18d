import { type ChannelSettings, createNetworkRule, InvalidAlertError } from '@outrigger/alerts'
import * as t from 'typebox'

const strict = { additionalProperties: false } as const

/** JSON Schema of the setting `alerts`. */
export const AlertSettingsSchema = t.Object(
  {
    networks: t.Optional(t.Array(t.String())),
    email: t.Optional(
      t.Object(
        {
          smtpUrl: t.String({ pattern: '^smtps?://' }),
          from: t.String({ minLength: 3, maxLength: 254 }),
          recipients: t.Array(t.String({ pattern: '^[^\\s@,]*@[^\\s@,]+$' }), { minItems: 1 }),
        },
        strict,
      ),
    ),
  },
  strict,
)

/** Allowed destinations of alert notifications. */
export type AlertSettings = {
  /**
   * CIDR ranges that webhooks may go to, in addition to public addresses. While the node listens on loopback only, its own
   * machine
   * is allowed too. @default none
   */
  readonly networks?: readonly string[]
  /** The mail server and the allowed recipients: addresses, or `@example.com` for a whole domain. @default no mail is sent */
  readonly email?: { readonly smtpUrl: string; readonly from: string; readonly recipients: readonly string[] }
}

export function findAlertFaults({ alerts: { networks = [] } = {} }: { readonly alerts?: AlertSettings }): string[] {
  try {
    createNetworkRule(networks)
    return []
  } catch (error) {
    if (!(error instanceof InvalidAlertError)) throw error
    return [`alerts.networks: ${error.message}`]
  }
}

export function toChannels(settings: AlertSettings, isLoopbackAllowed: () => boolean): ChannelSettings {
  const { networks = [], email } = settings
  return { webhook: { networks, isLoopbackAllowed }, ...(email && { email }) }
}
