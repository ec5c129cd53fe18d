import { readdir, readFile } from 'node:fs/promises'
import { sleep } from '@outrigger/core'
import { quantile } from '@outrigger/core/internal'

export type Sample = { readonly residentBytes: number; readonly descriptors: number }

/** Reads memory and open descriptors of another process from `/proc`. */
export async function getSample(pid: number): Promise<Sample> {
  const [status, descriptors] = await Promise.all([readFile(`/proc/${pid}/status`, 'utf8'), readdir(`/proc/${pid}/fd`)])
  return { residentBytes: Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024, descriptors: descriptors.length }
}

/** Adds a sample every `everyMs` milliseconds until the signal aborts. */
export async function collectSamples(pid: number, samples: Sample[], everyMs: number, signal: AbortSignal) {
  while (!signal.aborted) {
    samples.push(await getSample(pid))
    await sleep(everyMs, signal)
  }
}

/** Divides the median of the last third by that of the middle third. The first third is warm-up. */
export function computeGrowth(samples: readonly Sample[], of: keyof Sample): number {
  const third = Math.floor(samples.length / 3)
  const median = (part: readonly Sample[]) =>
    quantile(
      part.map((sample) => sample[of]).sort((a, b) => a - b),
      0.5,
    ) ?? Number.NaN
  return median(samples.slice(-third)) / median(samples.slice(third, -third))
}
