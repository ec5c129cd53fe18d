import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Collection, createCache } from '@outrigger/core/internal'
import { addSums, type MetricSums, noSums } from './sample.ts'

export const minuteMs = 60_000
export const keptHours = 30 * 24

/** Samples of one hour, by the minute of Unix time in which they end. Several processes may add to one hour. */
export type Hour = { readonly samples: readonly { readonly minute: number; readonly sums: MetricSums }[] }

/** The sums of an hour, and when its first counted minute began. */
export type HourSums = { readonly sums: MetricSums; readonly sinceMs: number }

/** Sums up hours. Caches the sums of past hours. */
export function createHourReader(hours: Collection<Hour>) {
  const past = createCache<HourSums>({ max: keptHours })

  /** Sums up the samples that ended at `startMs` or later. */
  async function readHour(key: string, startMs: number): Promise<HourSums> {
    const samples = ((await hours.get(key))?.samples ?? []).filter(({ minute }) => minute * minuteMs >= startMs)
    return {
      sums: samples.reduce((total, sample) => addSums(total, sample.sums), noSums),
      sinceMs: samples.reduce((least, { minute }) => Math.min(least, minute * minuteMs), Number.POSITIVE_INFINITY),
    }
  }

  /** Sums up an hour that can no longer change, once. Yields to other work before reading it. */
  async function readPastHour(key: string): Promise<HourSums> {
    const known = past.get(key)
    if (known !== undefined) return known
    await nextTurn()
    const hour = await readHour(key, 0)
    past.set(key, hour)
    return hour
  }

  return { readHour, readPastHour }
}
