import type { PoolState } from '@outrigger/defi/internal'
import type { Address, Hex } from 'viem'
import type { PoolSnapshot } from './poolSnapshot.ts'

/** A snapshot with changes of its own on top; the snapshot itself stays as it is. */
export type PoolView = PoolSnapshot & {
  /** 0 before the first. */
  readonly blockNumber: bigint
  set(pool: PoolState): void
  /** Becomes what its latest fork has become, which is not to be changed any more. */
  join(fork: PoolView): void
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
export function createPoolView(base: PoolSnapshot): PoolView {
  return new CopyOnWriteView(base, noChanges)
}

const noChanges: ReadonlyMap<Hex, PoolState> = new Map()

/** A class, for its methods are made once: several views are made for each pending transaction. */
class CopyOnWriteView implements PoolView {
  readonly block: PoolSnapshot['block']
  readonly blockNumber: bigint
  changed: ReadonlyMap<Hex, PoolState>
  readonly #base: PoolSnapshot
  /** Copied before the first change of its own: most views are looked at and never changed. */
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
    // From here on both have the same map, and whichever changes first copies it.
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
