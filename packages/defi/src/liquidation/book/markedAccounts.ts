import { getOrCreate } from '@outrigger/core/internal'
import type { Address } from 'viem'
import type { Market } from '../../market/market.ts'

type MarketId = Market['id']

/** Accounts of a deployment's markets that must be read again before they can be believed. */
export type MarkedAccounts = {
  /** Accounts to be read in the markets that are known. */
  readonly waiting: number
  /** Marks accounts of a market: of all markets that are known where none is named. */
  mark(market: MarketId | undefined, accounts: readonly Address[]): void
  /** Takes up to `most` accounts out, market by market. `putBack` those that could not be read. */
  take(most: number): ReadonlyMap<MarketId, readonly Address[]>
  putBack(taken: ReadonlyMap<MarketId, readonly Address[]>): void
  /** Markets with marked accounts that are not known. */
  findUnknown(): readonly MarketId[]
  forget(market: MarketId): void
  /** Everybody who was ever marked, where that is remembered. */
  readonly everybody: ReadonlySet<Address>
}

/**
 * @param known ids of the markets that are known at present
 * @param remembersAll whether `everybody` is kept
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
    take(most) {
      const taken = new Map<MarketId, readonly Address[]>()
      let room = most
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
