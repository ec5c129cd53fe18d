import * as t from 'typebox'
import { alertExample, alertHistoryExample } from './alertExamples.ts'
import { defineEndpoint } from './endpoint.ts'
import { named, orAbsent, record, wireOnly } from './record.ts'
import { Text } from './sharedParameters.ts'
import { alertTypes } from './vocabulary.ts'
import { Int, orNull, Timestamp } from './wire.ts'

const area = { area: 'alerts', scopes: ['write:alerts'], cost: 5, errors: 'nested' } as const
const read = { ...area, scopes: ['read:blockchain', 'write:alerts'] } as const

const AlertType = t.Enum([...alertTypes])
const ofEachType = <value>(value: value) =>
  Object.fromEntries(alertTypes.map((type) => [type, value])) as Record<(typeof alertTypes)[number], value>
const params = t.Object({ alert_id: t.String({ minLength: 1, maxLength: 200, description: 'Id of the alert' }) })
const Note = t.Optional(t.String({ maxLength: 10_000, description: 'Text for the history of the alert' }))

const rule = {
  threshold: t.Number({ description: 'In the unit of the metric. For monitoring alerts a health score from 0 to 1' }),
  /** @default above */
  condition: t.Optional(t.Enum(['above', 'below'], { description: 'Default: above' })),
  /** Metric to watch. Each type has a default. */
  metric: t.Optional(t.String({ maxLength: 40, description: 'Metric to watch. Each type has a default' })),
  /** Percent of the threshold by which the value must recover before the alert triggers again. @default 1 */
  rearmPercent: t.Optional(
    t.Number({
      minimum: 0,
      maximum: 1000,
      description:
        'Percent of the threshold by which the value must recover before the alert triggers again. Default: 1',
    }),
  ),
  /** Minimum time between two notifications, in seconds. @default 0 */
  cooldownSeconds: t.Optional(
    t.Number({
      minimum: 0,
      maximum: 2_592_000,
      description: 'Minimum time between two notifications, in seconds. Default: 0',
    }),
  ),
  /** @default derived from the host of the URL */
  webhookFormat: t.Optional(
    t.Enum(['standard', 'slack', 'discord', 'telegram'], { description: 'Default: derived from the host of the URL' }),
  ),
  /** @default true */
  enabled: t.Optional(t.Boolean()),
}
const subject = {
  /** Name or id of the chain of a gas or price alert. @default ethereum */
  chainId: t.Optional(
    t.String({
      minLength: 1,
      maxLength: 40,
      description: 'Id or name of the chain of a gas or price alert. Default: ethereum',
    }),
  ),
  /** Token of a price alert. @default the native currency of the chain */
  symbol: t.Optional(
    t.String({
      minLength: 1,
      maxLength: 42,
      description: 'Token of a price alert. Default: the native currency of the chain',
    }),
  ),
}
const Email = t.String({ minLength: 3, maxLength: 254, description: 'One email address' })
const Url = t.String({ minLength: 1, maxLength: 2000, description: 'http or https URL' })

const fields = {
  id: t.String(),
  name: t.String(),
  type: named('alert_type', AlertType),
  threshold: t.Number(),
  condition: t.Enum(['above', 'below']),
  chainId: orAbsent(t.String()),
  symbol: orAbsent(t.String()),
  metric: t.String(),
  rearmPercent: t.Number(),
  cooldownSeconds: t.Number(),
  account: wireOnly(
    t.Optional(
      t.String({
        description:
          'Account that owns the alert. Only keys with admin:account see it. Absent for alerts of the operator',
      }),
    ),
  ),
  /** E-mail address. Over the wire, it is null for keys without the scope `write:alerts`. */
  email: orAbsent(t.String({ description: 'Only for keys of the account with the scope write:alerts' })),
  /** URL of the webhook. Over the wire, keys without the scope `write:alerts` get only its origin. */
  webhookUrl: orAbsent(
    t.String({
      description: 'Complete for keys of the account with the scope write:alerts. Others see the origin only',
    }),
  ),
  webhookFormat: wireOnly(t.Optional(t.Enum(['standard', 'slack', 'discord', 'telegram']))),
  webhookOpen: t.Optional(t.Boolean({ description: 'False after the receiver returned 410' })),
  enabled: t.Boolean(),
  status: named('state', t.Enum(['watching', 'active', 'acknowledged', 'resolved'])),
  createdAtMs: named('created_at', Timestamp),
  lastTriggeredAtMs: named(
    'last_triggered',
    t.Union([Timestamp, t.Null()], { description: 'null if it never triggered' }),
  ),
  triggers: named('trigger_count', Int),
}
export const AlertShape = record(fields)
const DeliveryShape = record({
  id: named('webhook_id', t.String({ description: 'Same for every attempt' })),
  channel: t.Enum(['webhook', 'email']),
  state: t.Enum(['pending', 'dead']),
  attempts: Int,
  nextAttemptAtMs: named(
    'next_attempt_at',
    t.Union([Timestamp, t.Null()], { description: 'null if there is no further attempt' }),
  ),
  lastError: orNull(t.String({ description: 'Error of the last attempt; null before the first' })),
  createdAtMs: named('created_at', Timestamp),
})
const Detail = record({
  ...fields,
  history: t.Array(
    record({
      event: t.Enum(['triggered', 'cleared', 'acknowledged', 'resolved', 'edited', 'failed', 'closed']),
      atMs: named('at', Timestamp),
      value: t.Optional(t.Number()),
      by: t.Optional(t.String()),
      text: t.Optional(t.String()),
    }),
    { description: 'The newest 50 events, oldest first' },
  ),
  deliveries: t.Array(DeliveryShape, { description: 'Pending deliveries, and failed ones (`dead`)' }),
})
const Count = t.Object({ total: Int, enabled: Int })
const Secret = record({
  secret: t.String({ description: 'Signs new webhooks. `whsec_` followed by base64' }),
  createdAtMs: named('created_at', Timestamp),
  previousUntilMs: named(
    'previous_until',
    t.Array(Timestamp, { description: 'Times until which earlier secrets also sign, oldest first' }),
  ),
})
const secretExample = {
  secret: 'whsec_…',
  created_at: '2026-01-05T12:00:00.000Z',
  previous_until: ['2026-01-06T12:00:00.000Z'],
}

export const alertEndpoints = {
  alertsCreate: defineEndpoint({
    ...area,
    method: 'POST',
    path: '/v1/alerts',
    body: record({
      name: Text,
      type: named('alert_type', AlertType),
      ...rule,
      ...subject,
      email: t.Optional(Email),
      webhookUrl: t.Optional(Url),
    }),
    summary: 'Create an alert',
    response: AlertShape,
    example: alertExample,
  }),
  alertsList: defineEndpoint({
    ...read,
    method: 'GET',
    path: '/v1/alerts',
    query: record({
      type: named('alert_type', t.Optional(t.Enum([...alertTypes], { description: 'Only alerts of this type' }))),
      enabledOnly: t.Optional(t.Boolean({ description: 'Only enabled alerts' })),
      /** True lists resolved alerts, false all others. @default false */
      resolved: t.Optional(t.Boolean({ description: 'True lists resolved alerts, false all others. Default: false' })),
      /** Maximum number of alerts, 1 to 200. @default 100 */
      limit: t.Optional(t.Integer({ minimum: 1, maximum: 200, default: 100, description: 'Maximum number of alerts' })),
      offset: t.Optional(t.Integer({ minimum: 0, description: 'Number of alerts to skip' })),
    }),
    summary: 'List alerts, oldest first',
    response: t.Array(AlertShape),
    example: [alertExample],
  }),
  alertsTypes: defineEndpoint({
    ...read,
    method: 'GET',
    path: '/v1/alerts/types',
    summary: 'List the types of alerts',
    response: t.Array(t.String()),
    example: [...alertTypes],
  }),
  alertsSummary: defineEndpoint({
    ...read,
    method: 'GET',
    path: '/v1/alerts/summary',
    summary: 'Number of alerts by type, and of recent notifications',
    response: record({
      total: named('total_alerts', Int),
      enabled: named('enabled_alerts', Int),
      /** Notifications in the last 24 hours. */
      recent: named('recent_activity', t.Integer({ minimum: 0, description: 'Notifications in the last 24 hours' })),
      byType: t.Object(ofEachType(Count)),
    }),
    example: {
      total_alerts: 1,
      enabled_alerts: 1,
      recent_activity: 3,
      by_type: { ...ofEachType({ total: 0, enabled: 0 }), gas: { total: 1, enabled: 1 } },
    },
  }),
  alertsSecret: defineEndpoint({
    ...area,
    method: 'GET',
    path: '/v1/alerts/secret',
    summary: 'Get the secret that signs the webhooks of the account',
    response: Secret,
    example: secretExample,
  }),
  alertsSecretRotate: defineEndpoint({
    ...area,
    method: 'POST',
    path: '/v1/alerts/secret/rotate',
    body: t.Object({
      overlap_seconds: t.Optional(
        t.Integer({
          minimum: 0,
          maximum: 2_592_000,
          default: 86_400,
          description: 'Seconds for which the previous secret also signs. 0 ends all earlier secrets immediately',
        }),
      ),
    }),
    summary: 'Replace the secret that signs the webhooks of the account',
    response: Secret,
    example: secretExample,
  }),
  alertsGet: defineEndpoint({
    ...read,
    method: 'GET',
    path: '/v1/alerts/{alert_id}',
    params,
    summary: 'Get one alert with its history and deliveries',
    response: Detail,
    example: alertHistoryExample,
  }),
  alertsUpdate: defineEndpoint({
    ...area,
    method: 'PATCH',
    path: '/v1/alerts/{alert_id}',
    params,
    body: record({
      name: t.Optional(Text),
      ...rule,
      threshold: t.Optional(rule.threshold),
      ...subject,
      email: t.Optional(orNull(Email)),
      webhookUrl: t.Optional(orNull(Url)),
    }),
    summary: 'Change an alert. null removes an address. Enabling a resolved alert reopens it',
    response: AlertShape,
    example: alertExample,
  }),
  alertsDelete: defineEndpoint({
    ...area,
    method: 'DELETE',
    path: '/v1/alerts/{alert_id}',
    params,
    summary: 'Delete an alert',
    response: t.Object({ message: t.String() }),
    example: { message: 'Alert alert_0123456789abcdef01 is deleted.' },
  }),
  alertsAcknowledge: defineEndpoint({
    ...area,
    method: 'POST',
    path: '/v1/alerts/{alert_id}/acknowledge',
    params,
    body: t.Object({ notes: Note }),
    summary: 'Acknowledge an active alert. It sends no notification until its condition has been false once',
    response: t.Object({
      alert_id: t.String(),
      acknowledged: t.Boolean({ description: 'False if the alert is not active' }),
      acknowledged_by: t.String(),
      notes: t.String(),
    }),
    example: { alert_id: alertExample.id, acknowledged: true, acknowledged_by: 'my bot', notes: 'looking into it' },
  }),
  alertsResolve: defineEndpoint({
    ...area,
    method: 'POST',
    path: '/v1/alerts/{alert_id}/resolve',
    params,
    body: t.Object({ resolution: Note }),
    summary: 'Resolve an alert, which ends its evaluation',
    response: t.Object({
      alert_id: t.String(),
      resolved: t.Boolean(),
      resolved_by: t.String(),
      resolution: t.String(),
    }),
    example: { alert_id: alertExample.id, resolved: true, resolved_by: 'my bot', resolution: 'disk made larger' },
  }),
  alertsTest: defineEndpoint({
    ...area,
    method: 'POST',
    path: '/v1/alerts/{alert_id}/test',
    params,
    summary: 'Send one test message to each receiver of an alert, without retries',
    response: t.Object({
      alert_id: t.String(),
      results: t.Array(
        t.Object({
          channel: t.Enum(['webhook', 'email']),
          error: orNull(t.String({ description: 'Reason of the failure; null if the receiver accepted the message' })),
        }),
      ),
    }),
    example: { alert_id: alertExample.id, results: [{ channel: 'webhook', error: null }] },
  }),
  alertsReplay: defineEndpoint({
    ...area,
    method: 'POST',
    path: '/v1/alerts/{alert_id}/replay',
    params,
    body: t.Object({
      arrived: t.Optional(t.Boolean({ description: 'Also resend the latest deliveries that succeeded' })),
    }),
    summary: 'Resend failed deliveries under the same ids',
    response: t.Object({ alert_id: t.String(), replayed: Int }),
    example: { alert_id: alertExample.id, replayed: 1 },
  }),
}
