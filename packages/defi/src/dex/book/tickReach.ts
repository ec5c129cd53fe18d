import type { Hex } from 'viem'
import type { PoolState } from '../poolState.ts'

/** When less than this share of the ticks on one side is left, more are read. */
const leastLeft = 1 / 4

/** Detects prices close to the end of the ticks that were read. */
type TickReach = {
  /** Records a state that was read. */
  set(id: Hex, state: PoolState): void
  delete(id: Hex): void
  isNearEnd(state: PoolState): boolean
}

export function createTickReach(): TickReach {
  const ticks = new Map<Hex, number>()
  return {
    set(id, state) {
      if ('tick' in state) ticks.set(id, state.tick)
    },
    delete: (id) => void ticks.delete(id),
    isNearEnd(state) {
      const start = ticks.get(state.id)
      if (!('tick' in state) || start === undefined) return false
      const { tick, from, to } = state
      return tick - from < (start - from) * leastLeft || to - tick < (to - start) * leastLeft
    },
  }
}
