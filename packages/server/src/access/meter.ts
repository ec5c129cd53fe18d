import type { Clock, Collection, Store } from '@outrigger/core'

/** What a key used on a day (UTC). */
export type Usage = {
  readonly requests: number
  readonly cu: number
  /** Compute units by chain. */
  readonly cuByChain: { readonly [chain: string]: number }
  /** Calls by class of method. */
  readonly requestsByClass: { readonly [methodClass: string]: number }
}

/** One call as it is counted. Every field is of a bounded set. */
export type Metered = {
  readonly chain: string
  readonly class: string
  readonly outcome: 'ok' | 'answerError' | 'failed' | 'refused'
  readonly cached: boolean
}

export type Meter = {
  count(keyId: string, call: Metered, cu: number): void
  /** Prometheus text format; never names a key. */
  render(): string
  /** What is in the store, with what is on its way there. */
  get(keyId: string, day: string): Promise<Usage>
  flush(): Promise<void>
  /** Writes what is left. */
  close(): Promise<void>
}

type Counts = { requests: number; cu: number; cuByChain: Map<string, number>; requestsByClass: Map<string, number> }

const flushIntervalMs = 5000
const usageCollection = 'usage'

/**
 * Counts calls and compute units in memory, as metrics and per key and day; the latter are added to the store's
 * collection `usage` under `<key id>/<yyyy-mm-dd>` every few seconds, by addition, so that processes may share a store.
 */
export function createMeter(store: Store, clock: Clock): Meter {
  const collection: Collection<Usage> = store.collection(usageCollection)
  const calls = new Map<string, { count: number; cu: number }>()
  let pending = new Map<string, Counts>()
  let today = { day: '', endsAtMs: 0 }
  const timer = setInterval(() => void flush().catch(() => {}), flushIntervalMs)
  timer.unref()

  function getDay(): string {
    const now = clock.now()
    if (now >= today.endsAtMs || now < today.endsAtMs - 86_400_000)
      today = {
        day: new Date(now).toISOString().slice(0, 10),
        endsAtMs: (Math.floor(now / 86_400_000) + 1) * 86_400_000,
      }
    return today.day
  }

  function count(keyId: string, call: Metered, cu: number): void {
    const labels = `chain="${call.chain}",class="${call.class}",outcome="${call.outcome}",cache="${call.cached ? 'hit' : 'miss'}"`
    const tally = calls.get(labels)
    if (tally === undefined) calls.set(labels, { count: 1, cu })
    else {
      tally.count += 1
      tally.cu += cu
    }
    const name = `${keyId}/${getDay()}`
    let counts = pending.get(name)
    if (counts === undefined) {
      counts = { requests: 0, cu: 0, cuByChain: new Map(), requestsByClass: new Map() }
      pending.set(name, counts)
    }
    counts.requests += 1
    counts.cu += cu
    counts.cuByChain.set(call.chain, (counts.cuByChain.get(call.chain) ?? 0) + cu)
    counts.requestsByClass.set(call.class, (counts.requestsByClass.get(call.class) ?? 0) + 1)
  }

  async function flush(): Promise<void> {
    if (pending.size === 0) return
    const batch = pending
    pending = new Map()
    try {
      // One wait for the disk however many keys there are: the event loop stands still while it lasts.
      await store.commit(
        [...batch].map(([key, counts]) => ({
          collection: usageCollection,
          key,
          change: (usage) => add(usage as Usage | undefined, counts),
        })),
      )
    } catch (error) {
      // The store is away: what was not written waits for the next flush.
      for (const [left, more] of batch) restore(left, more)
      throw error
    }
  }

  function restore(name: string, counts: Counts): void {
    const later = pending.get(name)
    pending.set(name, later === undefined ? counts : toCounts(add(add(undefined, counts), later)))
  }

  return {
    count,
    render() {
      const lines = (name: string, help: string, read: (tally: { count: number; cu: number }) => number) => [
        `# HELP ${name} ${help}`,
        `# TYPE ${name} counter`,
        ...[...calls].map(([labels, tally]) => `${name}{${labels}} ${read(tally)}`),
      ]
      return `${[
        ...lines('outrigger_gateway_calls_total', 'Calls through the gateway', (tally) => tally.count),
        ...lines('outrigger_gateway_compute_units_total', 'Compute units metered', (tally) => tally.cu),
      ].join('\n')}\n`
    },
    async get(keyId, day) {
      const name = `${keyId}/${day}`
      const counts = pending.get(name)
      return add(await collection.get(name), counts)
    },
    flush,
    async close() {
      clearInterval(timer)
      await flush()
    },
  }
}

function add(usage: Usage | undefined, counts: Counts | undefined): Usage {
  const { requests = 0, cu = 0, cuByChain = {}, requestsByClass = {} } = usage ?? {}
  return {
    requests: requests + (counts?.requests ?? 0),
    cu: cu + (counts?.cu ?? 0),
    cuByChain: addEach(cuByChain, counts?.cuByChain),
    requestsByClass: addEach(requestsByClass, counts?.requestsByClass),
  }
}

function addEach(
  sums: { readonly [name: string]: number },
  more: ReadonlyMap<string, number> = new Map(),
): { readonly [name: string]: number } {
  return { ...sums, ...Object.fromEntries([...more].map(([name, value]) => [name, (sums[name] ?? 0) + value])) }
}

function toCounts(usage: Usage): Counts {
  return {
    requests: usage.requests,
    cu: usage.cu,
    cuByChain: new Map(Object.entries(usage.cuByChain)),
    requestsByClass: new Map(Object.entries(usage.requestsByClass)),
  }
}
