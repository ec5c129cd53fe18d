import { formatMs } from '../../data/format.ts'

type Component = { readonly status: unknown; readonly [figure: string]: unknown }

/**
 * Describes in words each part of the node that does not work well.
 *
 * @param components parts by name, as in the answer of `GET /v1/metrics`
 * @example toProblems({ event_loop: { status: 'degraded', lag_ms: 127 } }) // ['The node reacts late, by 127 ms.']
 */
export function toProblems(components: Readonly<Record<string, Component>>): readonly string[] {
  return Object.entries(components).flatMap(([name, part]) => (part.status === 'healthy' ? [] : [describe(name, part)]))
}

function describe(name: string, part: Component): string {
  const { lag_ms: lagMs, latency_ms: latencyMs, endpoints, healthy_endpoints: healthy } = part
  const [, chain] = /^providers_(.+)$/.exec(name) ?? []
  if (chain !== undefined) return `${chain}: ${healthy ?? 0} of ${endpoints ?? 0} providers respond well.`
  if (name === 'event_loop')
    return typeof lagMs === 'number' ? `The node reacts late, by ${formatMs(lagMs)}.` : `The node reacts late.`
  const slow = typeof latencyMs === 'number' ? ` It takes ${formatMs(latencyMs)} on average.` : ''
  return `${name.replaceAll('_', ' ')}: ${part.status}.${slow}`
}
