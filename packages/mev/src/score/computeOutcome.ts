import { toPoolRate } from '@outrigger/defi/internal'
import type { Address, Hex } from 'viem'
import { computeNetProfit, computeSandwichGas, computeSwapGas, computeWrapGas, type ExecutionCost } from '../cost.ts'
import type { Finding, PlannedSwaps } from '../finding.ts'
import { playLegs, toLegs } from '../sizing/playSwap.ts'
import type { TokenTaxes } from '../sizing/tokenTaxes.ts'
import { applyTransaction, type PendingTransaction } from '../view/applyTransaction.ts'
import { createPoolView, type PoolView } from '../view/poolView.ts'
import { toNativeValue } from '../view/valuation.ts'
import { findPlace, type MinedPools, type MinedView, toMinedView } from './minedPools.ts'
import type { FailureReason, Outcome, VoidReason } from './outcome.ts'

/** What a finding is held against. */
export type OutcomeInput = {
  readonly mined: MinedPools
  /** The finding's transactions, all of them mined in that block. */
  readonly transactions: readonly PendingTransaction[]
  /** The chain's wrapped native token. */
  readonly native: Address
  /** Those of the estimate. */
  readonly cost: ExecutionCost
  readonly taxes: TokenTaxes
}

/** How much of a transaction's effect on a price may differ from what was computed. */
const tolerance = 0.01

/**
 * What carrying out a finding in the position it names would have yielded, by the pools as the block had them there: their
 * parent's state and the block's own logs up to just before, or just after, the finding's transactions. Swaps before the
 * transactions are played first, then the transactions' own swaps in the chain's order, then the swaps after them.
 *
 * An arbitrage of the state alone is played on the parent block's state. What no log of a pool shows does not count: a token
 * that taxes the one who carries it out, for example.
 *
 * @example
 * computeOutcome(finding, { mined: { parent, timestamp, logs }, transactions, native: weth, cost, taxes })
 */
export function computeOutcome(finding: Finding, input: OutcomeInput): Outcome {
  const { swaps } = finding
  const [first] = swaps
  if (first === undefined) return voided('undecidable')
  const { mined, transactions } = input
  const ids = toPoolIds(swaps, input)
  if (first.position === 'alone') return play(finding, input, toMinedView(mined, ids, 0))
  const places = transactions.flatMap(({ transaction }) => findPlace(mined.logs, transaction.hash) ?? [])
  if (places.length < transactions.length || places.length === 0) return failed('otherSwaps')
  if (first.position === 'after')
    return play(finding, input, toMinedView(mined, ids, Math.max(...places.map(({ to }) => to))))
  const isAsComputed = transactions.map((one) => isReproduced(one, swaps, ids, input))
  if (isAsComputed.includes(null)) return voided('unknownPools')
  if (isAsComputed.includes(false)) return failed('otherSwaps')
  return play(finding, input, toMinedView(mined, ids, Math.min(...places.map(({ from }) => from))))
}

/** The finding's own pools, and those its transactions go through. */
function toPoolIds(swaps: readonly PlannedSwaps[], { mined, transactions, taxes }: OutcomeInput): readonly Hex[] {
  const own = swaps.flatMap(({ hops }) => hops.map(({ pool }) => pool))
  const start = createPoolView(mined.parent)
  const others = transactions.flatMap((entry) =>
    applyTransaction(entry, start.fork(), taxes).swaps.flatMap(({ swap }) => swap.hops.map(({ pool }) => pool)),
  )
  return [...new Set([...own, ...others])]
}

/** Plays the planned swaps and the transactions between them. */
function play({ swaps, estimatedProfit }: Finding, input: OutcomeInput, place: MinedView | null): Outcome {
  const { native, cost, taxes } = input
  const [first] = swaps
  const token = first?.hops[0]?.tokenIn
  if (place === null || first === undefined || token === undefined) return voided('unknownPools')
  const view = place.view.fork()
  let held = first.amountIn
  let isReverted = false
  for (const [index, { position, hops }] of swaps.entries()) {
    if (position === 'after' && swaps[index - 1]?.position === 'before') isReverted = !playTransactions(input, view)
    const legs = toLegs(hops, view)
    if (legs === null) return voided('unknownPools')
    const played = playLegs(legs, held, taxes, 'held')
    if (played === null) return failed('poolReverts')
    for (const pool of played.next) view.set(pool)
    held = played.amountOut
  }
  const gross = toNativeValue(place.view, native, token, held - first.amountIn, taxes)
  if (gross === null) return voided('unknownValue')
  const profit = computeNetProfit(gross, computeGas(first, place), cost)
  if (isReverted) return { kind: 'failed', profit, why: 'victimReverts' }
  if (profit * 10n < estimatedProfit * 9n) return { kind: 'failed', profit, why: 'lessProfit' }
  return { kind: 'held', profit }
}

/** As the estimate counts it. */
function computeGas({ position, hops }: PlannedSwaps, { view, written }: MinedView): bigint {
  const pools = hops.flatMap(({ pool }) => view.get(pool) ?? [])
  const kinds = pools.map(({ kind }) => kind)
  if (position === 'before') return computeSandwichGas(kinds) + 2n * computeWrapGas(pools)
  const used = pools.filter(({ id }) => written.has(id)).map(({ kind }) => kind)
  return computeSwapGas(kinds, used) + computeWrapGas(pools)
}

/** Whether none of them is reverted. */
function playTransactions({ mined, transactions, taxes }: OutcomeInput, view: PoolView): boolean {
  const placeOf = ({ transaction }: PendingTransaction) => findPlace(mined.logs, transaction.hash)?.from ?? 0
  const ordered = [...transactions].sort((a, b) => placeOf(a) - placeOf(b))
  return ordered.map((entry) => applyTransaction(entry, view, taxes)).every(({ reverts }) => !reverts)
}

/**
 * Whether a transaction moved the prices of the finding's pools on chain as its calldata, played on the pools before it, does;
 * null where those are not known.
 */
function isReproduced(
  entry: PendingTransaction,
  swaps: readonly PlannedSwaps[],
  ids: readonly Hex[],
  { mined, taxes }: OutcomeInput,
): boolean | null {
  const place = findPlace(mined.logs, entry.transaction.hash)
  const before = place && toMinedView(mined, ids, place.from)
  const after = place && toMinedView(mined, ids, place.to)
  if (!before || !after) return null
  const computed = before.view.fork()
  applyTransaction(entry, computed, taxes)
  return swaps.every(({ hops }) =>
    hops.every(({ pool, tokenIn, tokenOut }) => {
      const [was, is, said] = [before.view, after.view, computed].map((view) => {
        const state = view.get(pool)
        return state === null ? 0 : toPoolRate(state, tokenIn, tokenOut)
      }) as [number, number, number]
      return Math.abs(said - is) <= tolerance * Math.abs(is - was) + 1e-9 * is
    }),
  )
}

const voided = (why: VoidReason): Outcome => ({ kind: 'void', why })
const failed = (why: FailureReason): Outcome => ({ kind: 'failed', profit: 0n, why })
