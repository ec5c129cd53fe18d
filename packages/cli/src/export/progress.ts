import { formatCount, formatDuration } from '../output/format.ts'
import type { Output } from '../output/output.ts'

const everyMs = 1000

/** Creates a receiver of progress that prints the rate and the time left, at most once a second. */
export function createExportProgress(output: Output, what: string) {
  const startMs = performance.now()
  let [written, shownMs] = [0, startMs]
  return ({ count, remaining }: { readonly count: number; readonly remaining: number }): void => {
    written += count
    const nowMs = performance.now()
    if (nowMs - shownMs < everyMs || written <= 0) return
    shownMs = nowMs
    const perSecond = (1000 * written) / (nowMs - startMs)
    const total = formatCount(written + remaining)
    output.progress(
      `${what}: ${formatCount(written)} of ${total} blocks, ${formatCount(Math.round(perSecond))} a second, ${formatDuration((1000 * remaining) / perSecond)} left`,
    )
  }
}
