import type { Clock, Store } from '@outrigger/core'
import type { Collection } from '@outrigger/core/internal'
import type { NodeFigures } from '../nodeFigures.ts'
import type { RequestCounts } from '../requestCounts.ts'
import { addSums, type MetricSums, noSums, subtractRequests } from './sample.ts'

/** What the node was like over the last days. */
export type MetricsHistory = {
  /** Sums of the last hours, with what came since the last minute; `since` is when the first of it was counted, Unix ms. */
  read(hours: number): Promise<{ readonly sums: MetricSums; readonly sinceMs: number }>
  /** Puts what came since the last sample into the store. */
  keep(): Promise<void>
  close(): Promise<void>
}

type Parts = {
  readonly store: Store
  readonly figures: Pick<NodeFigures, 'components'>
  readonly requests: RequestCounts
  readonly clock: Clock
  readonly onFault: (error: unknown) => void
}

/** Samples of one hour, by the minute (of Unix time) they end in; several processes may add to one. */
type Hour = { readonly samples: readonly { readonly minute: number; readonly sums: MetricSums }[] }

const minuteMs = 60_000
const hourMs = 60 * minuteMs
export const keptHours = 30 * 24
/** Hours before the kept ones that are looked at for removal; a node may have been off for that long. */
const removedHours = 30 * 24

const toKey = (atMs: number) => new Date(atMs).toISOString().slice(0, 13)

/** A sample a minute, kept for 30 days in the store's collection `metrics`, one document an hour. */
export function createMetricsHistory({ store, figures, requests, clock, onFault }: Parts): MetricsHistory {
  const hours: Collection<Hour> = store.collection('metrics')
  let lastTotals = requests.totals()
  let lastMs = clock.now()
  let isClosed = false

  function takeSums(): MetricSums {
    const components = Object.entries(figures.components())
    return {
      checks: Object.fromEntries(
        components.map(([name, { status }]) => [name, { total: 1, healthy: status === 'healthy' ? 1 : 0 }]),
      ),
      requests: subtractRequests(requests.totals(), lastTotals),
      minutes: (clock.now() - lastMs) / minuteMs,
    }
  }

  async function keep(): Promise<void> {
    const sums = takeSums()
    const nowMs = clock.now()
    lastTotals = requests.totals()
    lastMs = nowMs
    const sample = { minute: Math.floor(nowMs / minuteMs), sums }
    await hours.update(toKey(nowMs), (hour) => ({ samples: [...(hour?.samples ?? []), sample] }))
  }

  /** One hour that falls out a time; all of the month before at the start. */
  async function prune(count: number): Promise<void> {
    for (let index = 1; index <= count && !isClosed; index += 1)
      await hours.delete(toKey(clock.now() - (keptHours + index) * hourMs))
  }

  const timer = setInterval(() => {
    keep()
      .then(() => prune(1))
      .catch(onFault)
  }, minuteMs)
  timer.unref()
  prune(removedHours).catch(onFault)

  return {
    keep,
    async read(count) {
      const nowMs = clock.now()
      const startMs = nowMs - count * hourMs
      const keys = Array.from({ length: Math.min(count, keptHours) + 1 }, (_, index) => toKey(nowMs - index * hourMs))
      const found = await Promise.all(keys.map((key) => hours.get(key)))
      const samples = found
        .flatMap((hour) => hour?.samples ?? [])
        .filter(({ minute }) => minute * minuteMs >= startMs - minuteMs)
      const sums = samples.reduce((total, sample) => addSums(total, sample.sums), noSums)
      const sinceMs = samples.reduce((least, { minute }) => Math.min(least, minute * minuteMs), lastMs)
      return { sums: addSums(sums, takeSums()), sinceMs: Math.max(sinceMs, startMs) }
    },
    async close() {
      isClosed = true
      clearInterval(timer)
      await keep().catch(onFault)
    },
  }
}
