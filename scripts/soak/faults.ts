import { sleep } from '@outrigger/core'
import type { Fault, FaultProxy } from '@outrigger/devnet/faults'
import { createRandom } from '../../packages/devnet/src/traffic/random.ts'

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
  /** What is broken now, for the report on an answer; `none` between faults. */
  readonly now: string
  readonly count: number
  readonly done: Promise<void>
}

/** Breaks one proxy at a time, in a way, for a time and after a pause that follow from the seed. */
export function scheduleFaults(proxies: readonly FaultProxy[], seed: number, signal: AbortSignal): FaultSchedule {
  const random = createRandom(seed)
  const state = { now: 'none', count: 0 }
  async function run(): Promise<void> {
    await sleep(5000, signal)
    while (!signal.aborted) {
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
