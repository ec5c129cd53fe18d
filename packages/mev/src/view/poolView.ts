import type { PoolState } from '@outrigger/defi/internal'
import type { Hex } from 'viem'
import type { PoolSnapshot } from './poolSnapshot.ts'

/** A snapshot with changes of its own on top; the snapshot itself stays as it is. */
export type PoolView = PoolSnapshot & {
  /** 0 before the first. */
  readonly blockNumber: bigint
  set(pool: PoolState): void
  /** A view that starts as this one and then goes its own way. */
  fork(): PoolView
  /** The pools that differ from the snapshot. */
  readonly changed: ReadonlyMap<Hex, PoolState>
}

/**
 * A view in which pending swaps can be played without touching what they are played on.
 *
 * @example
 * const view = createPoolView(book.snapshot())
 * view.set(poolAfterSwap)
 */
export function createPoolView(base: PoolSnapshot, changes: ReadonlyMap<Hex, PoolState> = noChanges): PoolView {
  let changed = changes
  /** Copied before the first change of its own: most views are looked at and never changed. */
  let own: Map<Hex, PoolState> | null = null
  const toCurrent = (pools: readonly PoolState[]) =>
    changed.size > 0 && pools.some(({ id }) => changed.has(id))
      ? pools.map((pool) => changed.get(pool.id) ?? pool)
      : pools
  return {
    block: base.block,
    blockNumber: base.block?.number ?? 0n,
    get changed() {
      return changed
    },
    get: (id) => changed.get(id) ?? base.get(id),
    byTokens: (a, b) => toCurrent(base.byTokens(a, b)),
    byToken: (token) => toCurrent(base.byToken(token)),
    set(pool) {
      own ??= new Map(changed)
      changed = own.set(pool.id, pool)
    },
    fork() {
      // From here on both have the same map, and whichever changes first copies it.
      own = null
      return createPoolView(base, changed)
    },
  }
}

const noChanges: ReadonlyMap<Hex, PoolState> = new Map()
