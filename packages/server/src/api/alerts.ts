import { type Alerts, alertTypes, InvalidAlertError, UnknownAlertError } from '@outrigger/alerts'
import { UnknownChainError } from '@outrigger/core'
import type { ApiKey } from '../access/keyring.ts'
import { InvalidParameterError, ServiceError } from '../node/serviceError.ts'
import { toInput, toPatch, toWireAlert, toWireDetail } from './alertsWire.ts'
import type { Api, Caller } from './fulfilment.ts'

export type AlertApiParts = { readonly alerts: Alerts }

type AlertApi = Pick<
  Api,
  | 'alertsCreate'
  | 'alertsList'
  | 'alertsTypes'
  | 'alertsSummary'
  | 'alertsGet'
  | 'alertsUpdate'
  | 'alertsDelete'
  | 'alertsAcknowledge'
  | 'alertsResolve'
  | 'alertsTest'
  | 'alertsReplay'
>

class NoSuchAlertError extends ServiceError {
  readonly code = 'NOT_FOUND'
}

class NoSuchChainError extends ServiceError {
  readonly code = 'INVALID_CHAIN'
}

export function createAlertApi({ alerts }: AlertApiParts): AlertApi {
  return {
    alertsCreate: async (body) => toWireAlert(await ask(() => alerts.create(toInput(body))), true),
    alertsList: ({ alert_type, enabled_only, ...rest }, { key }) =>
      alerts
        .list({ ...rest, ...(alert_type && { type: alert_type }), ...(enabled_only && { enabledOnly: true }) })
        .map((alert) => toWireAlert(alert, mayWrite(key))),
    alertsTypes: () => [...alertTypes],
    alertsSummary() {
      const { total, enabled, recent, byType } = alerts.summary()
      return { total_alerts: total, enabled_alerts: enabled, recent_activity: recent, by_type: byType }
    },
    alertsGet: async ({ alert_id }, { key }) =>
      toWireDetail(await ask(async () => alerts.get(alert_id)), await alerts.deliveries(alert_id), mayWrite(key)),
    alertsUpdate: async ({ alert_id, ...patch }) =>
      toWireAlert(await ask(() => alerts.update(alert_id, toPatch(patch))), true),
    async alertsDelete({ alert_id }) {
      await ask(() => alerts.delete(alert_id))
      return { message: `Alert ${alert_id} is deleted.` }
    },
    async alertsAcknowledge({ alert_id, notes = '' }, caller) {
      const by = nameOf(caller)
      const { state } = await ask(() => alerts.acknowledge(alert_id, by, notes))
      return { alert_id, acknowledged: state.status === 'acknowledged', acknowledged_by: by, notes }
    },
    async alertsResolve({ alert_id, resolution = '' }, caller) {
      const by = nameOf(caller)
      const { state } = await ask(() => alerts.resolve(alert_id, by, resolution))
      return { alert_id, resolved: state.status === 'resolved', resolved_by: by, resolution }
    },
    alertsTest: async ({ alert_id }) => ({ alert_id, results: [...(await ask(() => alerts.test(alert_id)))] }),
    alertsReplay: async ({ alert_id, arrived = false }) => ({
      alert_id,
      replayed: await ask(() => alerts.replay(alert_id, { arrived })),
    }),
  }
}

/** Addresses of receivers may hold secrets: they are for those who may set them. */
const mayWrite = (key: ApiKey | null): boolean =>
  key?.scopes.some((scope) => scope === 'write:alerts' || scope === 'admin:account') ?? false

const nameOf = ({ key }: Caller): string => key?.name ?? 'operator'

/** What keeps a question from its answer, in the words of the contract. */
async function ask<answer>(question: () => Promise<answer>): Promise<answer> {
  try {
    return await question()
  } catch (error) {
    if (error instanceof UnknownAlertError) throw new NoSuchAlertError(error.message)
    if (error instanceof UnknownChainError) throw new NoSuchChainError(error.message)
    if (error instanceof InvalidAlertError)
      throw new InvalidParameterError([{ path: `body.${error.field}`, message: error.message }])
    throw error
  }
}
