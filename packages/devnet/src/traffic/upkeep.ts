import { unstick } from './unstick.ts'
import type { TrafficWorld } from './worldTypes.ts'

export type Upkeep = {
  /** Whether too many transactions are pending to send more. */
  readonly isBackedUp: boolean
  /** Checks for a new block, and fills it. */
  watchHead(): Promise<void>
  /** Reads the markets, and repairs stuck nonces and empty accounts. */
  run(): Promise<void>
}

const replenishMs = 30_000
const maxPending = 4_000

/** Keeps a chain usable for traffic forever. */
export const createUpkeep = (world: TrafficWorld, fillBlock: (() => Promise<void>) | undefined): Upkeep => {
  let isBackedUp = false
  let wasStuck = false
  let replenishedMs = performance.now()

  return {
    get isBackedUp() {
      return isBackedUp
    },
    async watchHead() {
      const { number } = world.head
      await world.refreshHead()
      // The chain was reverted, including the nonces.
      if (world.head.number < number) for (const account of world.everyone) account.resync()
      if (world.head.number !== number && !isBackedUp) await fillBlock?.()
    },
    async run() {
      await world.refresh()
      const { pending, queued } = await world.client.getTxpoolStatus()
      isBackedUp = pending + queued > maxPending
      if (wasStuck && queued > 0) await unstick(world)
      wasStuck = queued > 0
      if (performance.now() - replenishedMs <= replenishMs) return
      replenishedMs = performance.now()
      await world.replenish()
    },
  }
}
