import { createBoundedMap } from '@outrigger/core/internal'
import type { Hex } from 'viem'
import type { PaidSwap, TriedSwap } from '../simulate/getSwapTrial.ts'
import type { Hop } from '../sizing/playSwap.ts'
import { type BlockAges, type SeenBlock, usableBlocks, validBlocks } from './blockAge.ts'

/** A swap that paid in a trial. If `isDue` is true, the trial must be repeated, and the old result applies until then. */
export type Paid = PaidSwap & { readonly isDue: boolean }

/** Stores the results of trial swaps by pool and direction. */
export type PaidSwaps = {
  note(swap: PaidSwap): void
  /** Records a swap that did not pay. */
  refuse(swap: TriedSwap): void
  /**
   * Returns the last swap that paid within `usableBlocks` with 1 to `mostTimes` times the amount. Otherwise returns `refused` if
   * a swap of a smaller or slightly larger amount did not pay within `validBlocks`, and null without any such result.
   */
  find(swap: TriedSwap): Paid | 'refused' | null
  /** Returns whether any swap through the pool paid within `usableBlocks`. */
  has(pool: Hex): boolean
}

type Seen = { readonly amountIn: bigint; readonly gasUsed: bigint; readonly block: SeenBlock }
/** Amounts that paid in the order of their trials, at most one per size class, and the last amount that did not pay. */
type Direction = { readonly hop: Hop; readonly paid: readonly Seen[]; readonly refused: Omit<Seen, 'gasUsed'> | null }

/** Largest factor by which a paid amount may exceed the requested one. A token may accept large amounts and reject small ones. */
export const mostTimes = 8n
const maxPools = 10_000

export function createPaidSwaps({ see, toAge }: BlockAges): PaidSwaps {
  const pools = createBoundedMap<Hex, readonly Direction[]>(maxPools)

  const get = (hop: Hop): Direction =>
    pools.get(hop.pool)?.find((one) => isSame(one.hop, hop)) ?? { hop, paid: [], refused: null }

  function set(direction: Direction): void {
    const { hop } = direction
    pools.set(hop.pool, [...(pools.get(hop.pool) ?? []).filter((one) => !isSame(one.hop, hop)), direction])
  }

  return {
    note({ hop, amountIn, gasUsed }) {
      const { paid, refused } = get(hop)
      const size = toSize(amountIn)
      // A larger amount of the same size class remains valid until its trial must be repeated.
      if (paid.some((one) => toSize(one.amountIn) === size && one.amountIn > amountIn && toAge(one) < validBlocks))
        return
      const others = paid.filter((one) => toSize(one.amountIn) !== size && toAge(one) < usableBlocks)
      const isRefuted = refused !== null && refused.amountIn <= amountIn
      set({
        hop,
        paid: [...others, { amountIn, gasUsed, block: see() }],
        refused: isRefuted ? null : refused,
      })
    },
    refuse({ hop, amountIn }) {
      const smaller = get(hop).paid.filter((one) => one.amountIn < amountIn)
      set({ hop, paid: smaller, refused: { amountIn, block: see() } })
    },
    find({ hop, amountIn }) {
      const { paid, refused } = get(hop)
      const isOfSize = (seen: Seen) => seen.amountIn >= amountIn && seen.amountIn <= amountIn * mostTimes
      const last = paid.findLast((seen) => isOfSize(seen) && toAge(seen) < usableBlocks)
      if (last !== undefined) return { ...last, hop, isDue: toAge(last) >= validBlocks }
      // Trials use a tenth more than the requested amount.
      const isAlike = refused !== null && amountIn + amountIn / 8n >= refused.amountIn
      return isAlike && toAge(refused) < validBlocks ? 'refused' : null
    },
    has: (pool) => (pools.get(pool) ?? []).some(({ paid }) => paid.some((one) => toAge(one) < usableBlocks)),
  }
}

/** Returns the size class of an amount. Amounts of one class differ by a factor of less than four. */
const toSize = (amount: bigint) => amount.toString(2).length >> 1

/** Returns whether two hops through the same pool have the same direction. */
const isSame = (a: Hop, b: Hop) => a.tokenIn === b.tokenIn && a.tokenOut === b.tokenOut
