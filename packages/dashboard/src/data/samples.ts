import { useEffect, useState } from 'preact/hooks'

/** A value at a time, in Unix ms. */
export type Sample = { readonly atMs: number; readonly value: number }

/** How long samples are kept. */
export const keptMs = 600_000
/** Samples by name. They outlive the pages, so that a page which is opened again continues its lines. */
const kept = new Map<string, readonly Sample[]>()

/** Keeps the values of the last ten minutes under a name. Undefined is a value that is not known, and leaves a gap. */
export function useSamples(name: string, value: number | undefined, atMs: number | undefined): readonly Sample[] {
  const [samples, setSamples] = useState(kept.get(name) ?? [])
  useEffect(() => {
    if (value === undefined || atMs === undefined) return
    const next = [...(kept.get(name) ?? []), { atMs, value }].filter((one) => one.atMs > atMs - keptMs)
    kept.set(name, next)
    setSamples(next)
  }, [name, atMs])
  return samples
}

/**
 * Returns the rate per second between each total and the total before it. A total that is lower than the one before, as after
 * a restart of the node, has no rate.
 *
 * @example toRates([{ atMs: 0, value: 10 }, { atMs: 2000, value: 16 }]) // [{ atMs: 2000, value: 3 }]
 */
export function toRates(totals: readonly Sample[]): readonly Sample[] {
  return totals.flatMap((total, index) => {
    const before = totals[index - 1]
    if (before === undefined || total.atMs <= before.atMs || total.value < before.value) return []
    return [{ atMs: total.atMs, value: (1000 * (total.value - before.value)) / (total.atMs - before.atMs) }]
  })
}

/**
 * Splits samples where two of them are further apart than `mostMs`, because nothing is known about the time between.
 *
 * @example toRuns([{ atMs: 0, value: 1 }, { atMs: 9000, value: 2 }], 5000).length // 2
 */
export function toRuns(samples: readonly Sample[], mostMs: number): readonly (readonly Sample[])[] {
  const runs: Sample[][] = []
  for (const [index, sample] of samples.entries()) {
    const before = samples[index - 1]
    if (before === undefined || sample.atMs - before.atMs > mostMs) runs.push([])
    runs.at(-1)?.push(sample)
  }
  return runs
}
