import { totalmem } from 'node:os'
import { constants, type PerformanceEntry, PerformanceObserver } from 'node:perf_hooks'
import { getHeapStatistics, setFlagsFromString } from 'node:v8'

export type HeapGrowthOptions = {
  /** What a process allocates in its first seconds says nothing of its later ones. @default 10 */
  readonly startSeconds?: number
  /** What the heap may grow to, bytes. @default 640 MB, and at most a quarter of the memory that the process may use */
  readonly maxBytes?: number
}

/** The heap since its latest full collection. */
export type HeapState = {
  readonly sinceSeconds: number
  /** What was in use after it. */
  readonly baseBytes: number
  /** Whether `baseBytes` is of a process that still started. */
  readonly isStarting: boolean
  /** By how much the heap may grow after the next full collection, in percent of what that one leaves. 0: V8 decides. */
  readonly growthPercent: number
}

export type HeapSample = { readonly atSeconds: number; readonly usedBytes: number; readonly isFull: boolean }

/** The shortest time wanted between two full collections. */
const targetSeconds = 60
const defaultMaxBytes = 640e6
/** Less than that may be short-lived objects. */
const leastGrowthBytes = 32e6
/** What a full collection keeps of a heap that has just reached its size; 0.54 to 0.69 was measured. */
const keptShare = 0.6
/** V8 lets a heap grow by at least this. */
const leastPercent = 50

export const initialHeap: HeapState = { sinceSeconds: 0, baseBytes: 0, isStarting: true, growthPercent: 0 }

/**
 * By how much the heap should grow, so that at the present rate full collections come at most once in a minute. Pure.
 *
 * @example
 * const { growthPercent } = stepHeap(state, { atSeconds: 30, usedBytes: 250e6, isFull: false }, { startSeconds: 10, maxBytes: 640e6 })
 */
export function stepHeap(state: HeapState, sample: HeapSample, options: Required<HeapGrowthOptions>): HeapState {
  const { atSeconds, usedBytes, isFull } = sample
  const isStarting = atSeconds < options.startSeconds
  if (isFull) return { ...state, sinceSeconds: atSeconds, baseBytes: usedBytes, isStarting }
  const grown = usedBytes - state.baseBytes
  if (isStarting || grown < leastGrowthBytes) return state
  const kept = state.isStarting ? keptShare * usedBytes : state.baseBytes
  const wanted = (targetSeconds * grown) / (atSeconds - state.sinceSeconds)
  const percent = Math.round((10 * Math.min(wanted, options.maxBytes - kept)) / kept) * 10
  return { ...state, growthPercent: percent > leastPercent ? percent : 0 }
}

/**
 * Spaces full collections out in this process, by V8's `--heap-growing-percent`. While one runs, V8's helper threads and the
 * main thread mark every object for some hundred milliseconds. By itself V8 lets a heap grow by half or to twice its size, which
 * takes a busy node ten to twenty seconds; where a heap grows slowly, V8's own rule stays. A minute is aimed at and not promised:
 * a setting counts from the next full collection on, and `maxBytes` comes first.
 */
export function spaceOutCollections(options: HeapGrowthOptions = {}): void {
  const { startSeconds = 10, maxBytes = Math.min(defaultMaxBytes, toMemory() / 4) } = options
  let state = initialHeap
  const observer = new PerformanceObserver((list) => {
    const isFull = list.getEntries().some(isFullCollection)
    const sample = { atSeconds: process.uptime(), usedBytes: getHeapStatistics().used_heap_size, isFull }
    const next = stepHeap(state, sample, { startSeconds, maxBytes })
    if (next.growthPercent !== state.growthPercent) setFlagsFromString(`--heap-growing-percent=${next.growthPercent}`)
    state = next
  })
  observer.observe({ entryTypes: ['gc'] })
}

function isFullCollection(entry: PerformanceEntry & { readonly detail?: { readonly kind?: number } }): boolean {
  return entry.detail?.kind === constants.NODE_PERFORMANCE_GC_MAJOR
}

/** Bytes that the process may use: the machine's, or what a container leaves of it. */
const toMemory = () => Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)
