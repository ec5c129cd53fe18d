import { AlertShape } from '../../contract/alerts.ts'
import { contract, type Response } from '../../contract/contract.ts'
import { decode, encode } from '../../contract/record.ts'
import type { AlertQuestions, AlertReading } from '../../outrigger/alertQuestions.ts'
import type { ApiClient } from '../apiClient.ts'
import type { Reader } from './reader.ts'

/** Creates the alert functions of a client. */
export function createAlertQuestions(wire: ApiClient, read: Reader): AlertQuestions {
  const get = async (alert_id: string) => toAlertReading(await wire.alertsGet({ alert_id }))
  return {
    get,
    async create({ email, webhookUrl, ...rule }) {
      const receivers = { ...(email && { email }), ...(webhookUrl && { webhookUrl }) }
      return toAlertReading(await wire.alertsCreate(encode(contract.alertsCreate.body, { ...rule, ...receivers })))
    },
    list: async (query = {}) => (await wire.alertsList(encode(contract.alertsList.query, query))).map(toAlertReading),
    summary: () => read('alertsSummary', {}),
    update: async (alert_id, changes) =>
      toAlertReading(await wire.alertsUpdate({ alert_id, ...encode(contract.alertsUpdate.body, changes) })),
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

function toAlertReading(wire: Response<'alertsCreate'>): AlertReading {
  const { status, triggers, lastTriggeredAtMs, webhookOpen = true, ...alert } = decode(AlertShape, wire)
  return { ...alert, webhookOpen, state: { status, triggers, lastTriggeredAtMs } }
}
