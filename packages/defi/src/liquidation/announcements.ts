import type { Address, Hex } from 'viem'
import type { Opportunity } from './opportunity.ts'

/** Relative change of profit from which an opportunity is reported again. */
const reportedChange = 0.01
/** A pending price update that is not mined within this many blocks is given up. */
const pendingBlocks = 5n

export type Gone = { readonly protocol: string; readonly market: Hex; readonly borrower: Address }

/** Remembers the reported opportunities, so that listeners only get changes. */
export type Announcements = {
  /** Returns the opportunities of the current block that are new or changed, and the ones that no longer exist. */
  update(
    present: readonly Opportunity[],
    blockNumber: bigint,
  ): {
    readonly news: readonly Opportunity[]
    readonly gone: readonly Gone[]
  }
  /** Returns the opportunities of a pending price that were not reported before. */
  anticipate(coming: readonly Opportunity[]): readonly Opportunity[]
}

export function createAnnouncements(): Announcements {
  const reported = new Map<string, Opportunity>()
  const selectNews = (opportunity: Opportunity) => {
    const key = toKey(opportunity)
    const known = reported.get(key)
    if (known !== undefined && !isNews(known, opportunity)) return []
    reported.set(key, opportunity)
    return [opportunity]
  }
  return {
    update(present, blockNumber) {
      const news = present.flatMap(selectNews)
      const still = new Set(present.map(toKey))
      const gone = [...reported].flatMap(([key, { protocol, market, borrower, pendingUpdate, blockNumber: since }]) => {
        const isAwaited = pendingUpdate !== null && blockNumber - since < pendingBlocks
        if (still.has(key) || isAwaited) return []
        reported.delete(key)
        return [{ protocol, market, borrower }]
      })
      return { news, gone }
    },
    anticipate: (coming) => coming.flatMap(selectNews),
  }
}

const toKey = ({ market, borrower }: Opportunity): string => market + borrower

function isNews(known: Opportunity, now: Opportunity): boolean {
  const change = Math.abs(now.netProfitUsd - known.netProfitUsd)
  return (
    known.collateralToReceive.token !== now.collateralToReceive.token ||
    known.debtToRepay.token !== now.debtToRepay.token ||
    change > reportedChange * Math.abs(known.netProfitUsd) ||
    // The pending update was mined, or another transaction replaces it.
    (known.pendingUpdate !== null && known.pendingUpdate !== now.pendingUpdate)
  )
}
