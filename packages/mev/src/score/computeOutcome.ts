import { toPoolRate } from '@outrigger/defi/internal'
import type { Address, Hex } from 'viem'
import { computeNetProfit, computeSandwichGas, computeSwapGas, computeWrapGas, type ExecutionCost } from '../cost.ts'
import type { Finding, PlannedSwaps } from '../finding.ts'
import { playLegs, toLegs } from '../sizing/playSwap.ts'
import type { TokenTaxes } from '../sizing/tokenTaxes.ts'
import { applyTransaction, type PendingTransaction } from '../view/applyTransaction.ts'
import type { PoolSnapshot } from '../view/poolSnapshot.ts'
import { createPoolView, type PoolView } from '../view/poolView.ts'
import { toNativeValue } from '../view/valuation.ts'
import { findPlace, type MinedPools, type MinedView, toMinedView } from './minedPools.ts'
import { failed, type Outcome, toVerdict, voided } from './outcome.ts'

/** Data from the chain and the estimate that decide the outcome of a finding. */
export type OutcomeInput = {
  readonly mined: MinedPools
  /** The finding's transactions. The block of `mined` includes all of them. */
  readonly transactions: readonly PendingTransaction[]
  /** The chain's wrapped native token. */
  readonly native: Address
  /** The costs that the estimate used. */
  readonly cost: ExecutionCost
  readonly taxes: TokenTaxes
}

/** Largest accepted deviation from the computed price effect of a transaction, as a share of the actual effect. */
const tolerance = 0.01

/**
 * Computes the profit that a finding would have made in its planned position in the block. The pools start from the parent
 * block's state and apply the block's logs up to just before, or just after, the finding's transactions. The planned swaps
 * before the transactions run first. The transactions' own swaps follow in block order. The planned swaps after them run last.
 *
 * An arbitrage without pending transactions is played on the parent block's state. The outcome ignores effects that no pool
 * logs, such as a token that taxes only the account that executes the finding.
 *
 * @example
 * computeOutcome(finding, { mined: { parent, timestamp, logs }, transactions, native: weth, cost, taxes })
 */
export function computeOutcome(finding: Finding, input: OutcomeInput): Outcome {
  const { swaps } = finding
  const [first] = swaps
  if (first === undefined) return voided('undecidable')
  const { mined, transactions, taxes } = input
  const ids = toPoolIds(finding, transactions, mined.parent, taxes)
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

/** Returns the pools of a finding's swaps and of its transactions' swaps. */
export function toPoolIds(
  { swaps }: Finding,
  transactions: readonly PendingTransaction[],
  parent: PoolSnapshot,
  taxes: TokenTaxes,
): readonly Hex[] {
  const view = createPoolView(parent)
  const others = transactions.flatMap((entry) => applyTransaction(entry, view.fork(), taxes).swaps)
  const all = [...swaps, ...others.map(({ swap }) => swap)]
  return [...new Set(all.flatMap(({ hops }) => hops.map(({ pool }) => pool)))]
}

/** Plays the planned swaps and the transactions between them, and compares the profit with the estimate. */
function play(finding: Finding, input: OutcomeInput, place: MinedView | null): Outcome {
  const { native, cost, taxes } = input
  const { swaps } = finding
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
  return isReverted ? failed('victimReverts', profit) : toVerdict(profit, finding)
}

/** Computes the gas of the planned swaps in the same way as the estimate. */
function computeGas({ position, hops }: PlannedSwaps, { view, written }: MinedView): bigint {
  const pools = hops.flatMap(({ pool }) => view.get(pool) ?? [])
  const kinds = pools.map(({ kind }) => kind)
  if (position === 'before') return computeSandwichGas(kinds) + 2n * computeWrapGas(pools)
  const used = pools.filter(({ id }) => written.has(id)).map(({ kind }) => kind)
  return computeSwapGas(kinds, used) + computeWrapGas(pools)
}

/** Applies the transactions to the view in block order. Returns true if none of them reverts. */
function playTransactions({ mined, transactions, taxes }: OutcomeInput, view: PoolView): boolean {
  const placeOf = ({ transaction }: PendingTransaction) => findPlace(mined.logs, transaction.hash)?.from ?? 0
  const ordered = [...transactions].sort((a, b) => placeOf(a) - placeOf(b))
  return ordered.map((entry) => applyTransaction(entry, view, taxes)).every(({ reverts }) => !reverts)
}

/**
 * Returns whether a transaction moved the prices of the finding's pools on chain as computed from its calldata. Returns null if
 * the state of these pools before or after the transaction is unknown.
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
