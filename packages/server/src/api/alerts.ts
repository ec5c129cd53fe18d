import {
  type Alert,
  type Alerts,
  alertTypes,
  getSigningSecret,
  InvalidAlertError,
  rotateSigningSecret,
  UnknownAlertError,
} from '@outrigger/alerts'
import { contract, decode, encode } from '@outrigger/api/contract'
import { type Clock, type Store, UnknownChainError } from '@outrigger/core'
import type { ApiKey } from '../access/keyring.ts'
import { maySee, toAccount } from '../access/owner.ts'
import { InvalidParameterError, ServiceError } from '../errors/serviceError.ts'
import { toWireAlert, toWireDetail, toWireSecret } from './alertsWire.ts'
import type { Api, Caller } from './fulfilment.ts'

export type AlertApiParts = { readonly alerts: Alerts; readonly store: Store; readonly clock: Clock }

type AlertApi = Pick<
  Api,
  | 'alertsCreate'
  | 'alertsList'
  | 'alertsTypes'
  | 'alertsSummary'
  | 'alertsSecret'
  | 'alertsSecretRotate'
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

/** Manages alerts over REST. A key sees and changes the alerts of its account, `admin:account` all alerts. */
export function createAlertApi({ alerts, store, clock }: AlertApiParts): AlertApi {
  /** Finds an alert. Another account's alert looks the same as one that does not exist. */
  function require(id: string, { key }: Caller): Alert {
    const alert = alerts.get(id)
    if (!maySee(key, alert)) throw new UnknownAlertError(id)
    return alert
  }
  /** Runs an operation on an alert if the caller may see the alert. */
  const askOf = <answer>(id: string, caller: Caller, question: () => Promise<answer>): Promise<answer> =>
    ask(async () => {
      require(id, caller)
      return question()
    })
  const toFilter = (key: ApiKey | null) => toAccount(key) ?? undefined

  return {
    alertsCreate: async (body, { key }) =>
      toWireAlert(
        await ask(() => alerts.create({ ...decode(contract.alertsCreate.body, body), account: toAccount(key) })),
        key,
      ),
    alertsList(query, { key }) {
      const account = toFilter(key)
      return alerts
        .list({ ...decode(contract.alertsList.query, query), ...(account !== undefined && { account }) })
        .map((alert) => toWireAlert(alert, key))
    },
    alertsTypes: () => [...alertTypes],
    alertsSummary: (_, { key }) => encode(contract.alertsSummary.response, alerts.summary(toFilter(key))),
    alertsSecret: async (_, { key }) => toWireSecret(await getSigningSecret(store, { account: toAccount(key), clock })),
    alertsSecretRotate: async ({ overlap_seconds }, { key }) => {
      const overlap = overlap_seconds === undefined ? {} : { overlapMs: overlap_seconds * 1000 }
      return toWireSecret(await ask(() => rotateSigningSecret(store, { account: toAccount(key), ...overlap, clock })))
    },
    alertsGet: async ({ alert_id }, caller) => {
      const alert = await ask(async () => require(alert_id, caller))
      return toWireDetail(alert, await alerts.deliveries(alert_id), caller.key)
    },
    alertsUpdate: async ({ alert_id, ...patch }, caller) =>
      toWireAlert(
        await askOf(alert_id, caller, () => alerts.update(alert_id, decode(contract.alertsUpdate.body, patch))),
        caller.key,
      ),
    async alertsDelete({ alert_id }, caller) {
      await askOf(alert_id, caller, () => alerts.delete(alert_id))
      return { message: `Alert ${alert_id} is deleted.` }
    },
    async alertsAcknowledge({ alert_id, notes = '' }, caller) {
      const by = nameOf(caller)
      const { state } = await askOf(alert_id, caller, () => alerts.acknowledge(alert_id, by, notes))
      return { alert_id, acknowledged: state.status === 'acknowledged', acknowledged_by: by, notes }
    },
    async alertsResolve({ alert_id, resolution = '' }, caller) {
      const by = nameOf(caller)
      const { state } = await askOf(alert_id, caller, () => alerts.resolve(alert_id, by, resolution))
      return { alert_id, resolved: state.status === 'resolved', resolved_by: by, resolution }
    },
    alertsTest: async ({ alert_id }, caller) => ({
      alert_id,
      results: [...(await askOf(alert_id, caller, () => alerts.test(alert_id)))],
    }),
    alertsReplay: async ({ alert_id, arrived = false }, caller) => ({
      alert_id,
      replayed: await askOf(alert_id, caller, () => alerts.replay(alert_id, { arrived })),
    }),
  }
}

const nameOf = ({ key }: Caller): string => key?.name ?? 'operator'

/** Converts errors of the library to errors of the contract. */
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
