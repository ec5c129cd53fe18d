export {
  type Alert,
  type AlertType,
  alertTypes,
  type HistoryEntry,
  type Subject,
  type WebhookFormat,
  webhookFormats,
} from './alert.ts'
export { DeliveryError, ForbiddenTargetError, InvalidAlertError, UnknownAlertError } from './alertErrors.ts'
export type { AlertEvents, Alerts, AlertsOptions, Deliveries, ListAlerts } from './alerts.ts'
export { createAlerts } from './createAlerts.ts'
export type { ChannelSettings } from './delivery/channels.ts'
export type { Delivery } from './delivery/delivery.ts'
export type { EmailSettings } from './delivery/email.ts'
export { createNetworkRule, loopbackNetworks } from './delivery/networks.ts'
export { getSigningSecret, rotateSigningSecret, type SigningSecret } from './delivery/signature.ts'
export type { WebhookSettings } from './delivery/webhook.ts'
export { getStoredAlerts } from './lifecycle/getStoredAlerts.ts'
export type { AlertSummary } from './lifecycle/summarise.ts'
export type { AlertInput, AlertPatch } from './lifecycle/toAlert.ts'
export { alertMetrics } from './rules/metrics.ts'
export type { AlertStatus, Condition, Cursor, Reading } from './rules/step.ts'
export type { SignalSource } from './signals/signalSource.ts'
