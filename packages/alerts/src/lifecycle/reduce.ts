import type { Change } from '@outrigger/core/internal'
import type { Alert, HistoryEntry } from '../alert.ts'
import { type Channel, isDeliverable, type Trigger, toTrigger } from '../delivery/delivery.ts'
import { type RuleEvent, step } from '../rules/step.ts'
import { type AlertPatch, editAlert } from './toAlert.ts'

/** An operation on one alert. */
export type Operation =
  | { readonly type: 'create'; readonly alert: Alert }
  | { readonly type: 'edit'; readonly patch: AlertPatch; readonly nowMs: number }
  /** `removals` deletes the alert's documents in other collections. */
  | { readonly type: 'delete'; readonly removals: readonly Change[] }
  | {
      readonly type: 'rule'
      readonly event: RuleEvent
      readonly nowMs: number
      readonly by?: string
      readonly text?: string
    }
  /** A delivery was given up. `goneUrl` is set if the receiver answered 410. */
  | { readonly type: 'failed'; readonly text: string; readonly goneUrl: string | null; readonly nowMs: number }

type Reduced = { readonly alert: Alert | undefined; readonly trigger: Trigger | null }

const historyLength = 50

/** Applies an operation to an alert. Returns the same alert if the operation has no effect. */
export function reduce(alert: Alert | undefined, operation: Operation): Reduced {
  if (operation.type === 'create') return { alert: operation.alert, trigger: null }
  if (alert === undefined || operation.type === 'delete') return { alert: undefined, trigger: null }
  switch (operation.type) {
    case 'edit': {
      const { patch, nowMs } = operation
      return { alert: addHistory(editAlert(alert, patch, nowMs), { event: 'edited', atMs: nowMs }), trigger: null }
    }
    case 'failed': {
      const { text, goneUrl, nowMs: atMs } = operation
      // Another process may have changed the URL meanwhile.
      const gone = goneUrl !== null && goneUrl === alert.webhookUrl
      const failed = { ...alert, webhookOpen: alert.webhookOpen && !gone }
      return { alert: addHistory(failed, { event: gone ? 'closed' : 'failed', atMs, text }), trigger: null }
    }
    case 'rule':
      return applyRule(alert, operation)
  }
}

function applyRule(alert: Alert, operation: Extract<Operation, { type: 'rule' }>): Reduced {
  const { nowMs, by, text } = operation
  const event = toDated(alert, operation.event)
  const nothing = { alert, trigger: null }
  if (event.type === 'reading' && !alert.enabled) return nothing
  const { state, effect } = step(alert, alert.state, event)
  if (effect === null) return nothing
  const reading = event.type === 'reading' ? event.reading : undefined
  const entry = { event: effect, atMs: reading?.atMs ?? nowMs, ...(reading && { value: reading.value }) }
  const next = addHistory({ ...alert, state }, { ...entry, ...(by && { by }), ...(text && { text }) })
  return { alert: next, trigger: effect === 'triggered' && reading !== undefined ? toTrigger(next, reading) : null }
}

/**
 * Returns a reading with a time that is not before the creation or the last edit of the alert. The first evaluated
 * value may be older than that.
 */
function toDated({ createdAtMs, history }: Alert, event: RuleEvent): RuleEvent {
  if (event.type !== 'reading') return event
  const sinceMs = history.findLast(({ event: past }) => past === 'edited')?.atMs ?? createdAtMs
  return { ...event, reading: { ...event.reading, atMs: Math.max(event.reading.atMs, sinceMs) } }
}

/** Returns the channels of an alert's notifications. */
export function channelsOf(alert: Alert): readonly Channel[] {
  return (['webhook', 'email'] as const).filter((channel) => isDeliverable(alert, { trigger: null, channel }))
}

const addHistory = (alert: Alert, entry: HistoryEntry): Alert => ({
  ...alert,
  revision: alert.revision + 1,
  history: [...alert.history, entry].slice(-historyLength),
})
