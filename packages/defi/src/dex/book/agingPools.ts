import type { Hex } from 'viem'
import { advancePool } from '../poolKinds.ts'
import type { PoolState } from '../poolState.ts'
import type { KeptPools } from './keptPools.ts'

/** Pools whose state is another at every block although no log says so: amplifications on their way, and rates of others. */
export type AgingPools = {
  /** The state is held. */
  note(state: PoolState): void
  /** The pools that time moves, at a later block; null where they must be read there. */
  advance(timestamp: bigint): ReadonlyMap<Hex, PoolState | null>
  /** What is known of a pool from its latest reading, however old. */
  toProven(id: Hex): PoolState | null
  /** Is another pool now, or none. */
  forget(id: Hex): void
}

export function createAgingPools(kept: KeptPools, getState: (id: Hex) => PoolState | null): AgingPools {
  /** More than those that age now: after a reorganisation they may again. */
  const aging = new Set<Hex>()
  const proven = new Map<Hex, PoolState>()
  return {
    note(state) {
      if (isAging(state)) aging.add(state.id)
      if (state.kind === 'stableswap' || state.kind === 'cryptoswap') proven.set(state.id, state)
    },
    advance(timestamp) {
      const advanced = new Map<Hex, PoolState | null>()
      for (const id of aging) {
        const state = getState(id)
        if (!kept.has(id)) aging.delete(id)
        else if (state !== null && isAging(state)) advanced.set(id, advanceState(state, timestamp))
      }
      return advanced
    },
    toProven: (id) => proven.get(id) ?? null,
    forget(id) {
      aging.delete(id)
      proven.delete(id)
    },
  }
}

/** Whether the state is of one block only. */
function isAging(state: PoolState): boolean {
  if ('hasMovingRates' in state && state.hasMovingRates) return true
  if ('isRamping' in state && state.isRamping) return true
  return 'ramp' in state && state.ramp !== null
}

function advanceState(state: PoolState, timestamp: bigint): PoolState | null {
  const later = advancePool(state, timestamp)
  return later === 'unknown' ? null : later
}
