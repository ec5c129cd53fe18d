import type { Emitter } from '../../events/emitter.ts'
import type { Clock } from '../../time/clock.ts'
import type { EndpointStatus, PoolEvents } from '../poolTypes.ts'
import type { EndpointHealth } from './health.ts'
import { toReport, toStatus } from './report.ts'

export type StatusEventsOptions = {
  readonly healths: readonly EndpointHealth[]
  readonly events: Emitter<PoolEvents>
  readonly clock: Clock
  readonly whyUnavailable: (health: EndpointHealth) => string | null
  /** Called when an endpoint goes out of service. */
  readonly onUnavailable: () => void
}

/** Emits `status` when an endpoint's status changes, and `failover` when traffic leaves the primary or returns to it. */
export function createStatusEvents({ healths, events, clock, whyUnavailable, onUnavailable }: StatusEventsOptions) {
  const statuses = new Map<EndpointHealth, EndpointStatus>(healths.map((health) => [health, 'unknown']))
  let wasActive = false
  let lostSinceMs: number | null = null

  /** Returns whether the primary is out of service and a backup is in service. */
  function isFailoverActive(): boolean {
    const [primary, ...backups] = healths.map((health) => whyUnavailable(health) === null)
    return primary === false && backups.includes(true)
  }

  /** Emits a failover if traffic moved to a backup, or if the primary is back. A loss of all backups is neither. */
  function refreshFailover(): void {
    const [primary] = healths
    if (primary === undefined) return
    const lost = whyUnavailable(primary)
    const active = lost !== null && (wasActive || isFailoverActive())
    if (active === wasActive) return
    wasActive = active
    events.emit('failover', { active, reason: lost ?? `${primary.endpoint.name} is back in service.` })
  }

  function refresh(health: EndpointHealth): void {
    const why = whyUnavailable(health)
    const from = statuses.get(health) ?? 'unknown'
    const to = toStatus(health, why)
    if (to === from) return
    statuses.set(health, to)
    const isLost = healths.every((each) => statuses.get(each) === 'unavailable')
    lostSinceMs = isLost ? (lostSinceMs ?? clock.now()) : null
    if (to === 'unavailable') onUnavailable()
    const { reason } = toReport(health, why)
    events.emit('status', { endpoint: health.endpoint.name, from, to, reason })
    refreshFailover()
  }
  return { refresh, isFailoverActive, unavailableSinceMs: () => lostSinceMs }
}
