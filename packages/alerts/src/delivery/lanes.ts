import { getOrCreate } from '@outrigger/core/internal'
import type { Delivery } from './delivery.ts'

type Waiting = { readonly delivery: Delivery; readonly dueMs: number }
type Lane = { readonly waiting: Waiting[]; running: number }

type Lanes = {
  add(host: string, delivery: Delivery, dueMs: number): void
  /** Takes the due deliveries that have a slot, host by host. Call `done` after each. */
  take(nowMs: number): readonly { readonly host: string; readonly delivery: Delivery }[]
  done(host: string): void
  readonly size: number
  /** Counts the running deliveries, and the waiting ones that are due. */
  countDue(nowMs: number): number
  /** Drops all waiting deliveries. */
  clear(): void
}

/**
 * Schedules deliveries round-robin by host. Half of the slots are reserved for hosts without a running delivery, so other
 * hosts are not delayed while up to half as many hosts as slots hang. If more hosts hang, each still gets its turn.
 */
export function createLanes({ total, perHost }: { readonly total: number; readonly perHost: number }): Lanes {
  const lanes = new Map<string, Lane>()
  let running = 0
  let size = 0

  const hasSlot = (lane: Lane) => lane.running === 0 || (lane.running < perHost && running < total / 2)

  function* takeDue(nowMs: number) {
    for (const [host, lane] of lanes) {
      const [first] = lane.waiting
      if (running >= total) return
      if (first === undefined || first.dueMs > nowMs || !hasSlot(lane)) continue
      // Move the host to the end, so that it is checked after all others, now and in the next call.
      lanes.delete(host)
      lanes.set(host, lane)
      lane.waiting.shift()
      lane.running += 1
      running += 1
      yield { host, delivery: first.delivery }
    }
  }
  return {
    add(host, delivery, dueMs) {
      const lane = getOrCreate(lanes, host, (): Lane => ({ waiting: [], running: 0 }))
      const after = lane.waiting.findLastIndex((other) => other.dueMs <= dueMs)
      lane.waiting.splice(after + 1, 0, { delivery, dueMs })
      size += 1
    },
    take: (nowMs) => [...takeDue(nowMs)],
    done(host) {
      const lane = lanes.get(host)
      if (lane === undefined) return
      lane.running -= 1
      running -= 1
      size -= 1
      if (lane.running === 0 && lane.waiting.length === 0) lanes.delete(host)
    },
    clear() {
      for (const [host, lane] of lanes) {
        size -= lane.waiting.length
        lane.waiting.length = 0
        if (lane.running === 0) lanes.delete(host)
      }
    },
    get size() {
      return size
    },
    countDue: (nowMs) =>
      [...lanes.values()].reduce(
        (sum, { waiting }) => sum + waiting.filter(({ dueMs }) => dueMs <= nowMs).length,
        running,
      ),
  }
}
