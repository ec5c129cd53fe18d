import { createBoundedMap } from '@outrigger/core/internal'
import type { Hex } from 'viem'
import type { PaidSwap, TriedSwap } from '../simulate/getSwapTrial.ts'
import type { Hop } from '../sizing/playSwap.ts'
import { type BlockAges, type SeenBlock, usableBlocks, validBlocks } from './blockAge.ts'

/** A swap that paid; `isDue`: it is to be carried out again, and counts until it was. */
export type Paid = PaidSwap & { readonly isDue: boolean }

/** What swaps through pools paid for when they were carried out, by pool and direction. */
export type PaidSwaps = {
  note(swap: PaidSwap): void
  /** Of a swap that did not pay. */
  refuse(swap: TriedSwap): void
  /**
   * The last swap that paid within `usableBlocks`, of at least this amount and of no more than `mostTimes` as much. `refused` where
   * one of a slightly larger amount did not pay; null where neither is known.
   */
  find(swap: TriedSwap): Paid | 'refused' | null
  /** Whether a swap through the pool paid in the last blocks. */
  has(pool: Hex): boolean
}

type Seen = { readonly amountIn: bigint; readonly gasUsed: bigint; readonly block: SeenBlock }
/** Amounts that paid in the order of their trials, one of each size, and the last one that did not pay. */
type Direction = { readonly hop: Hop; readonly paid: readonly Seen[]; readonly refused: Omit<Seen, 'gasUsed'> | null }

/** A token may let large amounts through and smaller ones not: what paid says nothing of an amount so many times smaller. */
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
      // A larger one of its size counts until it is to be carried out again.
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
      // Trials are of a tenth more than what is asked for.
      const isAlike = refused !== null && amountIn + amountIn / 8n >= refused.amountIn
      return isAlike && toAge(refused) < validBlocks ? 'refused' : null
    },
    has: (pool) => (pools.get(pool) ?? []).some(({ paid }) => paid.some((one) => toAge(one) < usableBlocks)),
  }
}

/** Amounts of one size differ by less than four times. */
const toSize = (amount: bigint) => amount.toString(2).length >> 1

/** Of the same pool. */
const isSame = (a: Hop, b: Hop) => a.tokenIn === b.tokenIn && a.tokenOut === b.tokenOut
