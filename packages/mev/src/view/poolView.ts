import type { PoolState } from '@outrigger/defi/internal'
import type { Address, Hex } from 'viem'
import type { PoolSnapshot } from './poolSnapshot.ts'

/** Snapshot with local changes. The snapshot itself does not change. */
export type PoolView = PoolSnapshot & {
  /** Block of the snapshot. 0 before the first block. */
  readonly blockNumber: bigint
  set(pool: PoolState): void
  /** Takes over the state of the latest fork, which must not change afterwards. */
  join(fork: PoolView): void
  /** Returns an independent view that starts with this view's state. */
  fork(): PoolView
  /** Pools that differ from the snapshot. */
  readonly changed: ReadonlyMap<Hex, PoolState>
}

/**
 * Creates a view on which pending swaps can be played without changing the snapshot.
 *
 * @example
 * const view = createPoolView(book.snapshot())
 * view.set(poolAfterSwap)
 */
export function createPoolView(base: PoolSnapshot): PoolView {
  return new CopyOnWriteView(base, noChanges)
}

const noChanges: ReadonlyMap<Hex, PoolState> = new Map()

/** A class, so that views share their methods. Each pending transaction creates several views. */
class CopyOnWriteView implements PoolView {
  readonly block: PoolSnapshot['block']
  readonly blockNumber: bigint
  changed: ReadonlyMap<Hex, PoolState>
  readonly #base: PoolSnapshot
  /** Copied before the first local change. Most views are never changed. */
  #own: Map<Hex, PoolState> | null = null

  constructor(base: PoolSnapshot, changed: ReadonlyMap<Hex, PoolState>) {
    this.block = base.block
    this.blockNumber = base.block?.number ?? 0n
    this.changed = changed
    this.#base = base
  }

  get(id: Hex): PoolState | null {
    return this.changed.get(id) ?? this.#base.get(id)
  }

  byTokens(a: Address, b: Address): readonly PoolState[] {
    return this.#toCurrent(this.#base.byTokens(a, b))
  }

  byToken(token: Address): readonly PoolState[] {
    return this.#toCurrent(this.#base.byToken(token))
  }

  bridges(from: Address, to: Address): readonly PoolState[] {
    return this.#toCurrent(this.#base.bridges(from, to))
  }

  set(pool: PoolState): void {
    this.#own ??= new Map(this.changed)
    this.changed = this.#own.set(pool.id, pool)
  }

  join(fork: PoolView): void {
    this.changed = fork.changed
    this.#own = null
  }

  fork(): PoolView {
    // Both views now share the map. The first one that changes copies it.
    this.#own = null
    return new CopyOnWriteView(this.#base, this.changed)
  }

  #toCurrent(pools: readonly PoolState[]): readonly PoolState[] {
    const { changed } = this
    return changed.size > 0 && pools.some(({ id }) => changed.has(id))
      ? pools.map((pool) => changed.get(pool.id) ?? pool)
      : pools
  }
}
