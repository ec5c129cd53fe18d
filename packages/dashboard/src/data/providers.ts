import type { Response } from '@outrigger/api/contract'

export type Providers = Response<'accountProviders'>
export type ProviderEvent = Providers['events'][number]

/**
 * Returns a quantile of a latency histogram. Interpolates linearly within the bucket, like Prometheus. Null without calls.
 *
 * @param q 0-1
 * @example toQuantile([1, 2.5], [10, 0, 0], 0.5) // 0.5
 */
export function toQuantile(boundsMs: readonly number[], counts: readonly number[], q: number): number | null {
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total === 0) return null
  let below = 0
  for (const [index, count] of counts.entries()) {
    const low = boundsMs[index - 1] ?? 0
    const high = boundsMs[index] ?? low
    if (count > 0 && below + count >= q * total) return low + ((high - low) * (q * total - below)) / count
    below += count
  }
  return boundsMs.at(-1) ?? null
}

/** Returns the changes of status of an endpoint, oldest first. */
const listChanges = (events: readonly ProviderEvent[], chain: string, endpoint: string) =>
  events.filter((one) => one.kind === 'status' && one.chain === chain && one.endpoint === endpoint)

/** Returns since when an endpoint has its status, as ISO 8601. Undefined if it never changed while the node ran. */
export const toSince = (events: readonly ProviderEvent[], chain: string, endpoint: string): string | undefined =>
  listChanges(events, chain, endpoint).at(-1)?.timestamp

/** A period in which an endpoint had one status. */
export type Span = { readonly fromMs: number; readonly toMs: number; readonly status: string }

/**
 * Returns the periods between two times in which an endpoint had the same status, oldest first.
 *
 * @param events in chronological order
 * @example
 * const change = { timestamp: '2026-01-01T00:00:30Z', chain: 'base', kind: 'status', endpoint: 'backup', from: 'healthy', to: 'degraded', reason: null }
 * toSpans([change], { chain: 'base', endpoint: 'backup', present: 'degraded', fromMs, toMs }) // healthy, then degraded
 */
export function toSpans(
  events: readonly ProviderEvent[],
  { chain, endpoint, present, fromMs, toMs }: SpanOptions,
): readonly Span[] {
  const changes = listChanges(events, chain, endpoint)
  const spans = [...changes, undefined].map((change, index) => ({
    fromMs: Math.max(fromMs, Date.parse(changes[index - 1]?.timestamp ?? '') || fromMs),
    toMs: change === undefined ? toMs : Math.min(toMs, Date.parse(change.timestamp)),
    status: change?.from ?? present,
  }))
  return spans.filter((span) => span.toMs > span.fromMs)
}

type SpanOptions = {
  readonly chain: string
  readonly endpoint: string
  /** The status of the endpoint at `toMs`. */
  readonly present: string
  readonly fromMs: number
  readonly toMs: number
}
