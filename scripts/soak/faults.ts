import { sleep } from '@outrigger/core'
import type { Fault, FaultProxy } from '@outrigger/devnet/faults'
import { createRandom } from '../../packages/devnet/src/random.ts'

/** Initial time without faults, in which hedged calls are counted. */
export const healthyMs = 20_000

const kinds: readonly Fault[] = [
  { kind: 'hang' },
  { kind: 'refuse' },
  { kind: 'reset' },
  { kind: 'status', status: 503 },
  { kind: 'status', status: 429, retryAfterSeconds: 2 },
  { kind: 'slow', delayMs: 3000 },
  { kind: 'rpcError' },
  { kind: 'staleHead', blocks: 500 },
  { kind: 'wrongChainId' },
  { kind: 'truncatedJson' },
  { kind: 'emptyLogs' },
  { kind: 'flap', periodMs: 1000, fault: { kind: 'hang' } },
]

export type FaultSchedule = {
  /** The current faults, for reports about answers; `none` between faults. */
  readonly now: string
  readonly count: number
  readonly done: Promise<void>
}

/**
 * Breaks proxies with faults and durations that depend on the seed: one at a time with pauses, or a constant number of
 * them. A proxy is repaired before another one breaks.
 */
export function scheduleFaults(
  proxies: readonly FaultProxy[],
  broken: number,
  seed: number,
  signal: AbortSignal,
): FaultSchedule {
  const random = createRandom(seed)
  const state = { now: 'none', count: 0 }
  async function breakOne(): Promise<void> {
    const fault = random.pick(kinds)
    const index = random.integer(proxies.length)
    state.now = `${fault.kind} at ${index}`
    state.count += 1
    await proxies[index]?.setFault(fault)
    await sleep(2000 + random.integer(10_000), signal)
    await proxies[index]?.setFault({ kind: 'none' })
    state.now = 'none'
    await sleep(1000 + random.integer(5000), signal)
  }
  /** Faults by index of the proxy. Working proxies have none. */
  const present = new Map<number, Fault>()
  async function breakMany(): Promise<void> {
    const order = proxies.map((_, index) => ({ index, at: random.next() })).sort((a, b) => a.at - b.at)
    const chosen = order.slice(0, broken).map(({ index }) => ({ index, fault: random.pick(kinds) }))
    for (const { index } of order.slice(broken)) {
      present.delete(index)
      await proxies[index]?.setFault({ kind: 'none' })
    }
    state.count += broken
    for (const { index, fault } of chosen) {
      present.set(index, fault)
      state.now = [...present].map(([at, { kind }]) => `${kind} at ${at}`).join(' and ')
      await proxies[index]?.setFault(fault)
    }
    await sleep(2000 + random.integer(10_000), signal)
  }
  async function run(): Promise<void> {
    await sleep(healthyMs, signal)
    while (!signal.aborted) await (broken > 1 ? breakMany() : breakOne())
  }
  return {
    get now() {
      return state.now
    },
    get count() {
      return state.count
    },
    done: run(),
  }
}
