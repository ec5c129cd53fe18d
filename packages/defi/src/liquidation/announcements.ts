import type { Address, Hex } from 'viem'
import type { Opportunity } from './opportunity.ts'

/** What an opportunity must gain or lose to be worth telling again. */
const worthTelling = 0.01
/** An announced price update that has not come true by then never will. */
const pendingBlocks = 5n

export type Gone = { readonly protocol: string; readonly market: Hex; readonly borrower: Address }

/** What listeners know, so that they hear only news. */
export type Announcements = {
  /** Opportunities of the present block that are new or have changed, and those that no longer exist. */
  update(
    present: readonly Opportunity[],
    blockNumber: bigint,
  ): {
    readonly news: readonly Opportunity[]
    readonly gone: readonly Gone[]
  }
  /** Opportunities of a pending price that were not reported before. */
  anticipate(coming: readonly Opportunity[]): readonly Opportunity[]
}

export function createAnnouncements(): Announcements {
  const reported = new Map<string, Opportunity>()
  const tell = (opportunity: Opportunity) => {
    const key = toKey(opportunity)
    const known = reported.get(key)
    if (known !== undefined && !isNews(known, opportunity)) return []
    reported.set(key, opportunity)
    return [opportunity]
  }
  return {
    update(present, blockNumber) {
      const news = present.flatMap(tell)
      const still = new Set(present.map(toKey))
      const gone = [...reported].flatMap(([key, { protocol, market, borrower, pendingUpdate, blockNumber: since }]) => {
        const isAwaited = pendingUpdate !== null && blockNumber - since < pendingBlocks
        if (still.has(key) || isAwaited) return []
        reported.delete(key)
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
    // The pending update was mined, or another transaction takes its place.
    (known.pendingUpdate !== null && known.pendingUpdate !== now.pendingUpdate)
  )
}
