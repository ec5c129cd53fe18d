import type { Address, Hex } from 'viem'
import type { Opportunity } from './opportunity.ts'

/** What an opportunity must gain or lose to be worth telling again. */
const worthTelling = 0.01
/** An announced price update that has not come true by then never will. */
const pendingBlocks = 5n

export type Gone = { readonly protocol: string; readonly market: Hex; readonly borrower: Address }

/** What listeners know, so that they are told of what is news to them only. */
export type Announcements = {
  /** What of the present block's opportunities is new or has changed, and what is none any more. */
  update(
    present: readonly Opportunity[],
    blockNumber: bigint,
  ): {
    readonly news: readonly Opportunity[]
    readonly gone: readonly Gone[]
  }
  /** What of the opportunities that a pending price will make is news. */
  anticipate(coming: readonly Opportunity[]): readonly Opportunity[]
}

export function createAnnouncements(): Announcements {
  const told = new Map<string, Opportunity>()
  const tell = (opportunity: Opportunity) => {
    const key = toKey(opportunity)
    const known = told.get(key)
    if (known !== undefined && !isNews(known, opportunity)) return []
    told.set(key, opportunity)
    return [opportunity]
  }
  return {
    update(present, blockNumber) {
      const news = present.flatMap(tell)
      const still = new Set(present.map(toKey))
      const gone = [...told].flatMap(([key, { protocol, market, borrower, pendingUpdate, blockNumber: since }]) => {
        const isAwaited = pendingUpdate !== null && blockNumber - since < pendingBlocks
        if (still.has(key) || isAwaited) return []
        told.delete(key)
        return [{ protocol, market, borrower }]
      })
      return { news, gone }
    },
    anticipate: (coming) => coming.flatMap(tell),
  }
}

const toKey = ({ market, borrower }: Opportunity): string => market + borrower

function isNews(known: Opportunity, now: Opportunity): boolean {
  const change = Math.abs(now.netProfitUsd - known.netProfitUsd)
  return (
    known.collateralToReceive.token !== now.collateralToReceive.token ||
    known.debtToRepay.token !== now.debtToRepay.token ||
    change > worthTelling * Math.abs(known.netProfitUsd) ||
    // What was to come has come, or will by another transaction: the one that was told may have been replaced.
    (known.pendingUpdate !== null && known.pendingUpdate !== now.pendingUpdate)
  )
}
