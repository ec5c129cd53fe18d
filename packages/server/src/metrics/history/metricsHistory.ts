import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Clock, Store } from '@outrigger/core'
import type { Collection } from '@outrigger/core/internal'
import type { NodeFigures } from '../nodeFigures.ts'
import type { RequestCounts } from '../requestCounts.ts'
import { createHourReader, type Hour, type HourSums, keptHours, minuteMs } from './hourSums.ts'
import { addSums, type MetricSums, subtractRequests } from './sample.ts'

/** The metrics of the node over the last days. */
export type MetricsHistory = {
  /**
   * Returns the sums of the last hours, including the current minute. `sinceMs` is when the first counted minute began, in Unix
   * ms.
   */
  read(hours: number): Promise<{ readonly sums: MetricSums; readonly sinceMs: number }>
  /** Stores the counts since the last sample. */
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

const hourMs = 60 * minuteMs
const collection = 'metrics'
const hoursPerTurn = 24

const toKey = (atMs: number) => new Date(atMs).toISOString().slice(0, 13)

/** Stores a sample a minute for 30 days in the collection `metrics`, one document per hour. */
export function createMetricsHistory({ store, figures, requests, clock, onFault }: Parts): MetricsHistory {
  const hours: Collection<Hour> = store.collection(collection)
  const { readHour, readPastHour } = createHourReader(hours)
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

  /** Deletes hours that are older than the retention. */
  async function prune(): Promise<void> {
    while (!isClosed) {
      const [oldest] = await hours.list({ limit: 1 })
      if (oldest === undefined || oldest.key >= toKey(clock.now() - keptHours * hourMs)) return
      await store.commit([{ collection, key: oldest.key, change: () => undefined }], { durable: false })
      await nextTurn()
    }
  }

  const timer = setInterval(() => {
    keep().then(prune).catch(onFault)
  }, minuteMs)
  timer.unref()
  prune().catch(onFault)

  return {
    keep,
    async read(count) {
      const nowMs = clock.now()
      const startMs = nowMs - count * hourMs
      const last = Math.min(count, keptHours)
      let total: HourSums = { sums: takeSums(), sinceMs: lastMs }
      for (let index = 0; index <= last; index += 1) {
        const key = toKey(nowMs - index * hourMs)
        const isWhole = index > 1 && index < last
        const { sums, sinceMs } = await (isWhole ? readPastHour(key) : readHour(key, startMs - minuteMs))
        total = { sums: addSums(total.sums, sums), sinceMs: Math.min(total.sinceMs, sinceMs) }
        // Summing 30 cached days takes tens of milliseconds, so yield in between.
        if (index % hoursPerTurn === 0) await nextTurn()
      }
      return { sums: total.sums, sinceMs: Math.max(total.sinceMs, startMs) }
    },
    async close() {
      isClosed = true
      clearInterval(timer)
      await keep().catch(onFault)
    },
  }
}
