import type { Alert, Deliveries, Delivery, SigningSecret } from '@outrigger/alerts'
import { contract, encode, type Response } from '@outrigger/api/contract'
import type { ApiKey } from '../access/keyring.ts'
import { isOwner, toAccount } from '../access/owner.ts'
import { classifyAccess } from '../access/scopes.ts'

const mayWrite = (key: ApiKey | null): boolean =>
  key === null || classifyAccess(key.scopes, ['write:alerts']) === 'granted'

/** Returns an alert as a key sees it. The addresses of its receivers may contain secrets, so only its owner sees them in full. */
function toVisible(
  { account = null, email, webhookUrl, webhookFormat, webhookOpen, ...alert }: Alert,
  key: ApiKey | null,
) {
  const isWhole = isOwner(key, { account }) && mayWrite(key)
  return {
    ...alert,
    ...alert.state,
    email: isWhole ? email : null,
    webhookUrl: webhookUrl === null || isWhole ? webhookUrl : new URL(webhookUrl).origin,
    ...(webhookUrl !== null && { webhookFormat, webhookOpen }),
    ...(toAccount(key) === null && account !== null && { account }),
  }
}

export const toWireAlert = (alert: Alert, key: ApiKey | null): Response<'alertsCreate'> =>
  encode(contract.alertsCreate.response, toVisible(alert, key))

export function toWireDetail(alert: Alert, { pending, dead }: Deliveries, key: ApiKey | null): Response<'alertsGet'> {
  const deliveries = [...pending.map(toPending), ...dead.map(toDead)]
  return encode(contract.alertsGet.response, { ...toVisible(alert, key), deliveries })
}

const toPending = (delivery: Delivery) =>
  ({ ...delivery, state: 'pending', nextAttemptAtMs: delivery.dueAtMs }) as const
const toDead = (delivery: Delivery) => ({ ...delivery, state: 'dead', nextAttemptAtMs: null }) as const

export const toWireSecret = ({ previous, ...secret }: SigningSecret): Response<'alertsSecret'> =>
  encode(contract.alertsSecret.response, { ...secret, previousUntilMs: previous.map(({ untilMs }) => untilMs) })
