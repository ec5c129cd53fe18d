import type { PoolState } from '@outrigger/defi/internal'
import type { Address, Hex } from 'viem'
import type { PoolSnapshot } from './poolSnapshot.ts'

/** Snapshot with local changes. The snapshot itself does not change. */
export type PoolView = PoolSnapshot & {
  /** Block of the snapshot. 0 before the first block. */
  readonly blockNumber: bigint
  set(pool: PoolState): void
  /** Takes over the state of a fork. */
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
  return new ForkedView(base, new Map())
}

/** A class, so that views share their methods. Each pending transaction creates several views. */
class ForkedView implements PoolView {
  readonly block: PoolSnapshot['block']
  readonly blockNumber: bigint
  changed: Map<Hex, PoolState>
  readonly #base: PoolSnapshot

  constructor(base: PoolSnapshot, changed: Map<Hex, PoolState>) {
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
    this.changed.set(pool.id, pool)
  }

  join({ changed }: PoolView): void {
    this.changed = new Map(changed)
  }

  fork(): PoolView {
    return new ForkedView(this.#base, new Map(this.changed))
  }

  #toCurrent(pools: readonly PoolState[]): readonly PoolState[] {
    const { changed } = this
    return changed.size === 0 ? pools : pools.map((pool) => changed.get(pool.id) ?? pool)
  }
}
