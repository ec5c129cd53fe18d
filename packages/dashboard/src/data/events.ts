import type { Alert } from './alertRules.ts'
import type { ProviderEvent } from './providers.ts'

/** Something that happened, in words. */
export type Happening = { readonly atMs: number; readonly text: string; readonly link: string; readonly isBad: boolean }

/**
 * Merges changes of providers and triggers of alerts, newest first.
 *
 * @param most maximum number of events
 */
export function toHappenings(
  events: readonly ProviderEvent[],
  alerts: readonly Pick<Alert, 'id' | 'name' | 'last_triggered'>[],
  most: number,
): readonly Happening[] {
  const fired = alerts.flatMap(({ id, name, last_triggered: at }) =>
    at === null
      ? []
      : [
          {
            atMs: Date.parse(at),
            text: `Alert “${name}” fired`,
            link: `#/alerts/${encodeURIComponent(id)}`,
            isBad: true,
          },
        ],
  )
  return [...events.map(toHappening), ...fired].sort((a, b) => b.atMs - a.atMs).slice(0, most)
}

function toHappening({ timestamp, chain, kind, active, endpoint, from, to, reason }: ProviderEvent): Happening {
  const move = active ? 'traffic moves to a backup' : 'traffic returns to the primary'
  const change = kind === 'failover' ? move : `${endpoint} changes from ${from} to ${to}`
  return {
    atMs: Date.parse(timestamp),
    text: `${chain}: ${change}${reason === null ? '' : ` (${reason})`}`,
    link: '#/providers',
    isBad: kind === 'failover' ? active === true : to !== 'healthy',
  }
}
