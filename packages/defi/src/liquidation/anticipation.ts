import type { OracleUpdate } from '@outrigger/calldata'
import type { Address, Hex } from 'viem'
import type { Market } from '../lending/market.ts'
import type { LendingPriceSource } from '../prices/lendingPriceSource.ts'
import { predictMarkets } from '../prices/predictMarkets.ts'
import type { BookMarket } from './book/bookTypes.ts'
import { findCandidates, sortByDebt } from './findCandidates.ts'
import type { Opportunity } from './opportunity.ts'
import { sizeInTurns } from './sizeInTurns.ts'
import type { Candidate, SizingContext } from './sizingContext.ts'

const maxWaiting = 64
const maxMs = { whileOthersWait: 100, alone: 2_000 }

/** The state to which pending prices are applied. */
export type CurrentState = {
  readonly markets: readonly BookMarket[]
  readonly sources: ReadonlyMap<Address, LendingPriceSource>
  readonly context: SizingContext
}

export type AnticipatorOptions = {
  readonly signal: AbortSignal
  /** Returns null while the books or prices are not ready. */
  readonly getState: (transaction: Hex) => CurrentState | null
  /** Called with each opportunity as soon as it is found. */
  readonly report: (coming: Opportunity) => void
}

type PendingUpdate = {
  readonly updates: readonly OracleUpdate[]
  readonly transaction: Hex
  readonly resolve: (coming: readonly Opportunity[]) => void
  readonly reject: (cause: unknown) => void
}

export type Anticipate = (updates: readonly OracleUpdate[], transaction: Hex) => Promise<readonly Opportunity[]>

/**
 * Finds the opportunities that pending prices will create. Anyone can send a transaction that looks like a price update, so
 * a flood of them must not delay the rest of the node. Updates are processed one at a time and in short slices, newest
 * first and largest debts first. When too many wait, the oldest are dropped.
 */
export function createAnticipator({ signal, getState, report }: AnticipatorOptions): Anticipate {
  const waiting: PendingUpdate[] = []
  let isBusy = false

  async function work(): Promise<void> {
    isBusy = true
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
      await findOpportunities(next).then(next.resolve, next.reject)
    isBusy = false
  }

  async function findOpportunities({ updates, transaction }: PendingUpdate): Promise<readonly Opportunity[]> {
    const state = signal.aborted ? null : getState(transaction)
    if (state === null) return []
    const coming: Opportunity[] = []
    const startMs = performance.now()
    for await (const { opportunities } of sizeInTurns(findCandidatesAt(state, updates), state.context)) {
      coming.push(...opportunities)
      opportunities.forEach(report)
      const leftMs = (waiting.length > 0 ? maxMs.whileOthersWait : maxMs.alone) - (performance.now() - startMs)
      if (leftMs < 0 || signal.aborted) break
    }
    return coming.sort((a, b) => b.netProfitUsd - a.netProfitUsd)
  }

  return (updates, transaction) =>
    new Promise((resolve, reject) => {
      waiting.push({ updates, transaction, resolve, reject })
      if (waiting.length > maxWaiting) waiting.shift()?.resolve([])
      if (!isBusy) void work()
    })
}

/** Returns the positions that can be liquidated at pending prices, largest debt first. */
function findCandidatesAt({ markets, sources }: CurrentState, updates: readonly OracleUpdate[]): readonly Candidate[] {
  const known = new Map(markets.map((one) => [one.market.id, one]))
  const predicted = predictMarkets(
    markets.map(({ market }) => market),
    sources,
    updates,
  )
  const coming = predicted.markets.flatMap((market) => {
    const one = known.get(market.id)
    return one !== undefined && isCredible(one.market, market) ? [{ ...one, market }] : []
  })
  return sortByDebt(findCandidates(coming).candidates)
}

/** Rejects prices that fall by more than a third or rise by more than half: feeds update long before that, so they are likely forged. */
function isCredible(before: Market, after: Market): boolean {
  return after.reserves.every(({ price }, index) => {
    const was = before.reserves[index]?.price ?? 0n
    return price * 3n >= was * 2n && price * 2n <= was * 3n
  })
}
