import type { Hex } from 'viem'
import { advancePool } from '../poolKinds.ts'
import type { PoolState } from '../poolState.ts'
import type { KeptPools } from './keptPools.ts'

/** Pools whose state changes with time and without logs: ramping amplifications, and rates set by other contracts. */
export type AgingPools = {
  /** Records a new state. */
  note(state: PoolState): void
  /** Returns the pools that time changes, at a later block. A pool is null if it must be read there. */
  advance(timestamp: bigint): ReadonlyMap<Hex, PoolState | null>
  /** Returns the state from the pool's latest read, however old, or null. */
  toProven(id: Hex): PoolState | null
  /** Forgets a pool that was replaced or removed. */
  forget(id: Hex): void
}

export function createAgingPools(kept: KeptPools, getState: (id: Hex) => PoolState | null): AgingPools {
  /** Includes pools that are not aging at the moment, because they may be aging again after a reorg. */
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

/** Returns whether the state is exact at its own block only. */
function isAging(state: PoolState): boolean {
  if ('hasMovingRates' in state && state.hasMovingRates) return true
  if ('isRamping' in state && state.isRamping) return true
  return 'ramp' in state && state.ramp !== null
}

function advanceState(state: PoolState, timestamp: bigint): PoolState | null {
  const later = advancePool(state, timestamp)
  return later === 'unknown' ? null : later
}
