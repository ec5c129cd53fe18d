import type { Response } from '../../contract/contract.ts'
import type { AlertParameters, AlertQuestions, AlertReading } from '../../outrigger/alertQuestions.ts'
import type { ApiClient } from '../apiClient.ts'
import { dropUndefined } from './dropUndefined.ts'

/** Alerts as a client keeps them at a node. */
export function createAlertQuestions(wire: ApiClient): AlertQuestions {
  const get = async (alert_id: string) => toAlertReading(await wire.alertsGet({ alert_id }))
  return {
    get,
    create: async ({ type, email, webhookUrl, ...rest }) =>
      toAlertReading(
        await wire.alertsCreate({
          ...toRule(rest),
          name: rest.name,
          threshold: rest.threshold,
          alert_type: type,
          ...(email && { email }),
          ...(webhookUrl && { webhook_url: webhookUrl }),
        }),
      ),
    list: async ({ type, enabledOnly, ...rest } = {}) =>
      (await wire.alertsList(dropUndefined({ ...rest, alert_type: type, enabled_only: enabledOnly || undefined }))).map(
        toAlertReading,
      ),
    async summary() {
      const { total_alerts, enabled_alerts, recent_activity, by_type } = await wire.alertsSummary()
      return { total: total_alerts, enabled: enabled_alerts, recent: recent_activity, byType: by_type }
    },
    update: async (alert_id, { email, webhookUrl, ...rest }) =>
      toAlertReading(
        await wire.alertsUpdate({ alert_id, ...toRule(rest), ...dropUndefined({ email, webhook_url: webhookUrl }) }),
      ),
    async delete(alert_id) {
      await wire.alertsDelete({ alert_id })
    },
    async acknowledge(alert_id, _by, notes = '') {
      await wire.alertsAcknowledge({ alert_id, notes })
      return get(alert_id)
    },
    async resolve(alert_id, _by, resolution = '') {
      await wire.alertsResolve({ alert_id, resolution })
      return get(alert_id)
    },
    test: async (alert_id) => (await wire.alertsTest({ alert_id })).results,
  }
}

type Rule = Partial<Omit<AlertParameters, 'type' | 'email' | 'webhookUrl'>>

const toRule = ({ chainId, rearmPercent, cooldownSeconds, webhookFormat, ...rest }: Rule) =>
  dropUndefined({
    ...rest,
    chain_id: chainId,
    rearm_percent: rearmPercent,
    cooldown_seconds: cooldownSeconds,
    webhook_format: webhookFormat,
  })

function toAlertReading(alert: Response<'alertsCreate'>): AlertReading {
  const { id, name, threshold, condition, metric, enabled, last_triggered } = alert
  return {
    id,
    name,
    type: alert.alert_type,
    threshold,
    condition,
    metric,
    enabled,
    chainId: alert.chain_id ?? null,
    symbol: alert.symbol ?? null,
    rearmPercent: alert.rearm_percent,
    cooldownSeconds: alert.cooldown_seconds,
    email: alert.email ?? null,
    webhookUrl: alert.webhook_url ?? null,
    webhookOpen: alert.webhook_open ?? true,
    createdAtMs: Date.parse(alert.created_at),
    state: {
      status: alert.state,
      triggers: alert.trigger_count,
      lastTriggeredAtMs: last_triggered === null ? null : Date.parse(last_triggered),
    },
  }
}
