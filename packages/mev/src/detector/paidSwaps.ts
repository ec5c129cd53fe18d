import { createBoundedMap } from '@outrigger/core/internal'
import type { Hex } from 'viem'
import type { PaidSwap, TriedSwap } from '../simulate/getSwapTrial.ts'
import type { Hop } from '../sizing/playSwap.ts'
import { toBlockAge, usableBlocks, validBlocks } from './blockAge.ts'

/** A swap that paid; `isDue`: it is to be carried out again, and counts until it was. */
export type Paid = PaidSwap & { readonly isDue: boolean }

/** What swaps through pools paid for when they were carried out, by pool and direction. */
export type PaidSwaps = {
  note(swap: PaidSwap): void
  /** Of a swap that did not pay. */
  refuse(swap: TriedSwap): void
  /**
   * A swap of at least this amount that paid in the last blocks, or `refused` where one of hardly more did not; null where neither
   * is known.
   */
  find(swap: TriedSwap): Paid | 'refused' | null
  /** Whether a swap through the pool paid in the last blocks. */
  has(pool: Hex): boolean
}

type Seen = { readonly amountIn: bigint; readonly gasUsed: bigint; readonly blockNumber: bigint }
/** The largest amount that paid, and the last one that did not. */
type Direction = { readonly hop: Hop; readonly paid: Seen | null; readonly refused: Omit<Seen, 'gasUsed'> | null }

const maxPools = 10_000

export function createPaidSwaps(toNow: () => bigint): PaidSwaps {
  const pools = createBoundedMap<Hex, readonly Direction[]>(maxPools)
  const toAge = (seen: Omit<Seen, 'gasUsed'> | null) => toBlockAge(seen, toNow())

  const get = (hop: Hop): Direction =>
    pools.get(hop.pool)?.find((one) => isSame(one.hop, hop)) ?? { hop, paid: null, refused: null }

  function set(direction: Direction): void {
    const { hop } = direction
    pools.set(hop.pool, [...(pools.get(hop.pool) ?? []).filter((one) => !isSame(one.hop, hop)), direction])
  }

  return {
    note({ hop, amountIn, gasUsed }) {
      const { paid, refused } = get(hop)
      // A larger one counts until it is to be carried out again.
      const isKept = paid !== null && paid.amountIn > amountIn && toAge(paid) < validBlocks
      const isRefuted = refused !== null && refused.amountIn <= amountIn
      const seen = isKept ? paid : { amountIn, gasUsed, blockNumber: toNow() }
      set({ hop, paid: seen, refused: isRefuted ? null : refused })
    },
    refuse({ hop, amountIn }) {
      const { paid } = get(hop)
      const isRefuted = paid !== null && paid.amountIn >= amountIn
      set({ hop, paid: isRefuted ? null : paid, refused: { amountIn, blockNumber: toNow() } })
    },
    find({ hop, amountIn }) {
      const { paid, refused } = get(hop)
      if (paid !== null && paid.amountIn >= amountIn && toAge(paid) < usableBlocks)
        return { ...paid, hop, isDue: toAge(paid) >= validBlocks }
      // Trials are of a tenth more than what is asked for.
      const isAlike = refused !== null && amountIn + amountIn / 8n >= refused.amountIn
      return isAlike && toAge(refused) < validBlocks ? 'refused' : null
    },
    has: (pool) => (pools.get(pool) ?? []).some(({ paid }) => toAge(paid) < usableBlocks),
  }
}

/** Of the same pool. */
const isSame = (a: Hop, b: Hop) => a.tokenIn === b.tokenIn && a.tokenOut === b.tokenOut
