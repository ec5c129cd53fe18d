import { type Alert, type AlertType, alertTypes } from '../alert.ts'

type Count = { readonly total: number; readonly enabled: number }

export type AlertSummary = Count & {
  /** Number of notifications in the last 24 hours. */
  readonly recent: number
  readonly byType: Readonly<Record<AlertType, Count>>
}

const dayMs = 86_400_000

/** Counts the alerts that are not resolved, and the notifications of all alerts. */
export function summarise(alerts: readonly Alert[], nowMs: number): AlertSummary {
  const open = alerts.filter(({ state }) => state.status !== 'resolved')
  const count = (some: readonly Alert[]) => ({
    total: some.length,
    enabled: some.filter(({ enabled }) => enabled).length,
  })
  const recent = alerts.flatMap(({ history }) =>
    history.filter(({ event, atMs }) => event === 'triggered' && nowMs - atMs < dayMs),
  )
  const byType = alertTypes.map((type) => [type, count(open.filter((alert) => alert.type === type))])
  return { ...count(open), recent: recent.length, byType: Object.fromEntries(byType) as AlertSummary['byType'] }
}
