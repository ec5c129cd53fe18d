import { getOrCreate } from '@outrigger/core/internal'
import type { Address } from 'viem'
import type { Market } from '../../lending/market.ts'

type MarketId = Market['id']

/** Accounts of a deployment that must be read again, because their stored state may be wrong. */
export type MarkedAccounts = {
  /** Number of accounts to read in the known markets. */
  readonly waiting: number
  /** Marks accounts in one market, or in all known markets. */
  mark(market: MarketId | undefined, accounts: readonly Address[]): void
  /** Removes and returns up to `max` accounts, market by market. Call `putBack` if they could not be read. */
  take(max: number): ReadonlyMap<MarketId, readonly Address[]>
  putBack(taken: ReadonlyMap<MarketId, readonly Address[]>): void
  /** Returns unknown markets that have marked accounts. */
  findUnknown(): readonly MarketId[]
  forget(market: MarketId): void
  /** Every account that was ever marked, if `remembersAll` is set. */
  readonly everybody: ReadonlySet<Address>
}

/**
 * @param known ids of the currently known markets
 * @param remembersAll whether `everybody` is filled
 */
export function createMarkedAccounts(
  known: { keys(): Iterable<MarketId>; has(id: MarketId): boolean },
  remembersAll = false,
): MarkedAccounts {
  const marked = new Map<MarketId, Set<Address>>()
  const everybody = new Set<Address>()

  function mark(market: MarketId | undefined, accounts: readonly Address[]): void {
    for (const id of market === undefined ? known.keys() : [market]) {
      const set = getOrCreate(marked, id, () => new Set())
      for (const account of accounts) set.add(account)
    }
    if (remembersAll) for (const account of accounts) everybody.add(account)
  }

  return {
    get waiting() {
      return [...known.keys()].reduce((sum, id) => sum + (marked.get(id)?.size ?? 0), 0)
    },
    mark,
    take(max) {
      const taken = new Map<MarketId, readonly Address[]>()
      let room = max
      for (const id of known.keys()) {
        const accounts = [...(marked.get(id) ?? [])].slice(0, room)
        if (accounts.length === 0) continue
        room -= accounts.length
        for (const account of accounts) marked.get(id)?.delete(account)
        taken.set(id, accounts)
      }
      return taken
    },
    putBack(taken) {
      for (const [market, accounts] of taken) mark(market, accounts)
    },
    findUnknown: () => [...marked.keys()].filter((id) => !known.has(id)),
    everybody,
    forget: (market) => void marked.delete(market),
  }
}
