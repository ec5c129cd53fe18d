import type { OracleUpdate } from '@outrigger/calldata'
import type { Address, Hex } from 'viem'
import type { Market } from '../market/market.ts'
import type { LendingPriceSource } from '../prices/lendingPriceSource.ts'
import { predictMarkets } from '../prices/predictMarkets.ts'
import type { BookMarket } from './book/bookTypes.ts'
import { findCandidates, sortByDebt } from './findCandidates.ts'
import type { Opportunity } from './opportunity.ts'
import { sizeInTurns } from './sizeInTurns.ts'
import type { Candidate, SizingContext } from './sizingContext.ts'

const mostWaiting = 64
const mostMs = { whileOthersWait: 100, alone: 2_000 }

/** The state that pending prices are applied to. */
export type CurrentState = {
  readonly markets: readonly BookMarket[]
  readonly sources: ReadonlyMap<Address, LendingPriceSource>
  readonly context: SizingContext
}

export type AnticipatorOptions = {
  readonly signal: AbortSignal
  /** Null while too little is known. */
  readonly toPresent: (transaction: Hex) => CurrentState | null
  /** Called with each opportunity as soon as it is found. */
  readonly tell: (coming: Opportunity) => void
}

type Waiting = {
  readonly updates: readonly OracleUpdate[]
  readonly transaction: Hex
  readonly resolve: (coming: readonly Opportunity[]) => void
  readonly reject: (cause: unknown) => void
}

export type Anticipate = (updates: readonly OracleUpdate[], transaction: Hex) => Promise<readonly Opportunity[]>

/**
 * Finds what pending prices will make opportunities. Anybody may send what looks like an update, so a flood of them must
 * cost the others little: one after another is looked at, in short slices, the last to come first, its largest debts
 * first, and those that have waited longest are passed over.
 */
export function createAnticipator({ signal, toPresent, tell }: AnticipatorOptions): Anticipate {
  const waiting: Waiting[] = []
  let isBusy = false

  async function work(): Promise<void> {
    isBusy = true
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
      await lookAhead(next).then(next.resolve, next.reject)
    isBusy = false
  }

  async function lookAhead({ updates, transaction }: Waiting): Promise<readonly Opportunity[]> {
    const present = signal.aborted ? null : toPresent(transaction)
    if (present === null) return []
    const coming: Opportunity[] = []
    const startMs = performance.now()
    for await (const { opportunities } of sizeInTurns(findComing(present, updates), present.context)) {
      coming.push(...opportunities)
      opportunities.forEach(tell)
      const leftMs = (waiting.length > 0 ? mostMs.whileOthersWait : mostMs.alone) - (performance.now() - startMs)
      if (leftMs < 0 || signal.aborted) break
    }
    return coming.sort((a, b) => b.netProfitUsd - a.netProfitUsd)
  }

  return (updates, transaction) =>
    new Promise((resolve, reject) => {
      waiting.push({ updates, transaction, resolve, reject })
      if (waiting.length > mostWaiting) waiting.shift()?.resolve([])
      if (!isBusy) void work()
    })
}

/** Positions that can be liquidated at pending prices: largest debt first. */
function findComing({ markets, sources }: CurrentState, updates: readonly OracleUpdate[]): readonly Candidate[] {
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

/** Pending prices that fall by more than a third or rise by more than half are ignored: feeds update earlier than that, so they are likely false. */
function isCredible(before: Market, after: Market): boolean {
  return after.reserves.every(({ price }, index) => {
    const was = before.reserves[index]?.price ?? 0n
    return price * 3n >= was * 2n && price * 2n <= was * 3n
  })
}
