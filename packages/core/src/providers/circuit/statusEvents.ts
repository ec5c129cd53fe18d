import type { Emitter } from '../../events/emitter.ts'
import type { EndpointStatus, PoolEvents } from '../poolTypes.ts'
import type { EndpointHealth } from './health.ts'
import { toReport, toStatus } from './report.ts'

export type StatusEventsOptions = {
  readonly healths: readonly EndpointHealth[]
  readonly events: Emitter<PoolEvents>
  readonly whyUnavailable: (health: EndpointHealth) => string | null
  /** Called when an endpoint goes out of service. */
  readonly onUnavailable: () => void
}

/** Emits `status` when an endpoint's status changes, and `failover` when traffic leaves the primary or returns to it. */
export function createStatusEvents({ healths, events, whyUnavailable, onUnavailable }: StatusEventsOptions) {
  const statuses = new Map<EndpointHealth, EndpointStatus>(healths.map((health) => [health, 'unknown']))
  let wasActive = false

  /** Returns whether the primary is out of service and a backup is in service. */
  function isFailoverActive(): boolean {
    const [primary, ...backups] = healths.map((health) => whyUnavailable(health) === null)
    return primary === false && backups.includes(true)
  }

  /** Returns why traffic has moved: the primary is out of service, it is in service again, or no backup is left. */
  function toReason(why: string | null): string | null {
    const [primary] = healths
    if (primary === undefined) return null
    const lost = whyUnavailable(primary)
    if (lost === null) return `${primary.endpoint.name} is back in service.`
    return wasActive ? lost : why
  }

  function refresh(health: EndpointHealth): void {
    const why = whyUnavailable(health)
    const from = statuses.get(health) ?? 'unknown'
    const to = toStatus(health, why)
    if (to === from) return
    statuses.set(health, to)
    if (to === 'unavailable') onUnavailable()
    const { reason } = toReport(health, why)
    events.emit('status', { endpoint: health.endpoint.name, from, to, reason })
    const active = isFailoverActive()
    if (active === wasActive) return
    wasActive = active
    events.emit('failover', { active, reason: toReason(why) })
  }
  return { refresh, isFailoverActive }
}
