import type { Clock, Store } from '@outrigger/core'
import type { Collection } from '@outrigger/core/internal'
import { addUsage, countCall, createUsageCount, mergeCounts, type Usage, type UsageCount } from './usage.ts'

/** One call as it is counted. Every field is of a bounded set. */
export type Metered = {
  readonly chain: string
  readonly class: string
  readonly outcome: 'ok' | 'answerError' | 'failed' | 'refused'
  readonly cached: boolean
}

/** All calls that are counted alike, since the start. */
export type CallTotal = { readonly call: Metered; readonly count: number; readonly cu: number }

export type Meter = {
  count(keyId: string, call: Metered, cu: number): void
  totals(): readonly CallTotal[]
  /** What is in the store, with what is on its way there. */
  get(keyId: string, day: string): Promise<Usage>
  flush(): Promise<void>
  /** Writes what is left. */
  close(): Promise<void>
}

const flushIntervalMs = 5000
const dayMs = 86_400_000
const usageCollection = 'usage'

/**
 * Counts calls and compute units in memory, in total and per key and day. The latter are added to the store's collection
 * `usage` under `<key id>/<yyyy-mm-dd>` every few seconds, by addition, so that processes may share a store.
 */
export function createMeter(store: Store, clock: Clock): Meter {
  const collection: Collection<Usage> = store.collection(usageCollection)
  const totals = createTotals()
  const toDay = createDayReader(clock)
  let pending = new Map<string, UsageCount>()
  const timer = setInterval(() => void flush().catch(() => {}), flushIntervalMs)
  timer.unref()

  async function flush(): Promise<void> {
    if (pending.size === 0) return
    const batch = pending
    pending = new Map()
    try {
      // One commit for all keys: the event loop stands still while the disk writes.
      await store.commit(
        [...batch].map(([key, counted]) => ({
          collection: usageCollection,
          key,
          change: (usage) => addUsage(usage as Usage | undefined, counted),
        })),
      )
    } catch (error) {
      for (const [name, counted] of batch) mergeCounts(getPending(name), counted)
      throw error
    }
  }

  function getPending(name: string): UsageCount {
    let counted = pending.get(name)
    if (counted === undefined) {
      counted = createUsageCount()
      pending.set(name, counted)
    }
    return counted
  }

  return {
    count(keyId, call, cu) {
      totals.add(call, cu)
      countCall(getPending(`${keyId}/${toDay()}`), call.chain, call.class, cu)
    },
    totals: totals.list,
    async get(keyId, day) {
      const name = `${keyId}/${day}`
      const counted = pending.get(name)
      return addUsage(await collection.get(name), counted)
    },
    flush,
    async close() {
      clearInterval(timer)
      await flush()
    },
  }
}

function createTotals() {
  const totals = new Map<string, { readonly call: Metered; count: number; cu: number }>()
  return {
    add(call: Metered, cu: number): void {
      const name = `${call.chain} ${call.class} ${call.outcome} ${call.cached}`
      const total = totals.get(name)
      if (total === undefined) totals.set(name, { call, count: 1, cu })
      else {
        total.count += 1
        total.cu += cu
      }
    },
    list: (): readonly CallTotal[] => [...totals.values()],
  }
}

/** Today as `yyyy-mm-dd`, written once a day. */
function createDayReader(clock: Clock): () => string {
  let day = ''
  let endsAtMs = 0
  return () => {
    const now = clock.now()
    if (now >= endsAtMs || now < endsAtMs - dayMs) {
      day = new Date(now).toISOString().slice(0, 10)
      endsAtMs = (Math.floor(now / dayMs) + 1) * dayMs
    }
    return day
  }
}
