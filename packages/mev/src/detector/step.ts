import type { PoolSnapshot as BookSnapshot } from '@outrigger/defi/dex'
import type { Hex } from 'viem'
import type { Finding } from '../finding.ts'
import { admit } from './admit.ts'
import type { GoneReason } from './detectorTypes.ts'
import { evaluateState } from './evaluate.ts'
import { evaluatePending } from './evaluatePending.ts'
import type { DetectorEffect, DetectorEvent, Effects, Pending, Waiting } from './events.ts'
import { confirmCopies, learnCopy, mayBeCopied } from './learnCopy.ts'
import { forgetChecks, forgetPosition, learnProof, noteBorrower, seeOpportunity } from './learnLiquidation.ts'
import { learnTrial } from './passesTrial.ts'
import { annotateBest, drop, report } from './report.ts'
import type { DetectorState } from './state.ts'
import { toNextTerms } from './toTerms.ts'

/** Interval in blocks for checking the pools of state findings again. Their tokens may change their behavior without a log. */
const standingBlocks = 8n
/** Pools to evaluate at once. This takes some milliseconds if a token trades against thousands. */
export const poolsPerReview = 4

/**
 * Applies an event. Deterministic: it reads no clock and does no I/O. The state is changed in place.
 *
 * @returns the tasks of the driver, in order
 */
export function step(state: DetectorState, event: DetectorEvent): readonly DetectorEffect[] {
  const out: Effects = []
  const handle = handlers[event.kind] as Handler<DetectorEvent['kind']>
  handle(state, event, out)
  return out
}

type Event<kind extends DetectorEvent['kind']> = Extract<DetectorEvent, { readonly kind: kind }>
type Handler<kind extends DetectorEvent['kind']> = (state: DetectorState, event: Event<kind>, out: Effects) => void

const handlers: { readonly [kind in DetectorEvent['kind']]: Handler<kind> } = {
  transaction: seeTransaction,
  query: (state, { pending }, out) => evaluatePending(state, pending, out),
  review,
  reviewPools: (state, { pools }, out) => reviewPools(state, pools, out),
  ended: end,
  poolBlock: seePools,
  mempoolBlock: settlePools,
  opportunity: seeOpportunity,
  opportunityGone: (state, { position }, out) => forgetPosition(state, position, out),
  proven: learnProof,
  borrower: learnBorrower,
  measured: learnTax,
  tried: learnTrialOf,
  simulated: learnLogs,
  copied: learnCopy,
}

function seeTransaction(state: DetectorState, { pending }: Pick<Event<'transaction'>, 'pending'>, out: Effects): void {
  const { entry } = pending
  const { hash } = entry.transaction
  evaluatePending(state, pending, out)
  // The watcher holds a new transaction until its first annotation.
  if (state.findings.of(hash).length === 0) annotateBest(state, hash, out)
  if (state.simulates && mayBeCopied(entry)) out.push({ kind: 'copy', call: entry })
}

/** Evaluates a transaction, and drops those of its findings that no longer exist. */
function review(state: DetectorState, { hash, pending }: Omit<Event<'review'>, 'kind'>, out: Effects): void {
  const found = pending === null ? [] : evaluatePending(state, pending, out)
  const still = new Set(toIds(found))
  const own = state.findings.of(hash).filter((finding) => isOfReview(finding, hash))
  drop(
    state,
    toIds(own).filter((id) => !still.has(id)),
    'unprofitable',
    out,
  )
  if (pending !== null && state.findings.of(hash).length === 0) annotateBest(state, hash, out)
}

function reviewAgain(state: DetectorState, transactions: readonly Pending[], out: Effects): void {
  for (const pending of transactions) {
    const { hash } = pending.entry.transaction
    state.answers.delete(hash)
    review(state, { hash, pending }, out)
  }
}

function reviewWaiting(state: DetectorState, { transactions, pools }: Waiting, out: Effects): void {
  reviewAgain(state, transactions, out)
  reviewFirst(state, pools, out)
}

/** Recomputes the state findings through some pools, and drops those that no longer pay. */
function reviewPools(state: DetectorState, pools: readonly Hex[], out: Effects): void {
  const found = admit(state, evaluateState(pools, state.pools, state.terms), null, out)
  const still = new Set(toIds(found))
  // Findings through other pools are unchanged, so they still apply.
  const gone = state.findings.through(pools).filter(({ type, id }) => type === 'arbitrage' && !still.has(id))
  drop(state, toIds(gone), 'unprofitable', out)
  report(state, found, out)
}

/** Reviews the first pools at once, and the others in quiet moments. */
function reviewFirst(state: DetectorState, pools: readonly Hex[], out: Effects): void {
  if (pools.length > 0) reviewPools(state, pools.slice(0, poolsPerReview), out)
  if (pools.length > poolsPerReview) out.push({ kind: 'queuePools', pools: pools.slice(poolsPerReview) })
}

function end(state: DetectorState, { hash, reason }: Event<'ended'>, out: Effects): void {
  // A block changes the pools of the transactions that it includes, so their rivals are reviewed with the block.
  if (!inclusions.includes(reason)) reviewRivals(state, hash, out)
  state.pending.remove(hash)
  state.answers.delete(hash)
  state.toReview.delete(hash)
  state.copies.reported.delete(hash)
  drop(state, toIds(state.findings.of(hash)), reason, out)
}

const inclusions: readonly GoneReason[] = ['mined', 'failed', 'included']

/** Queues the transactions through the same pools, because their findings may include the transaction or assume it before them. */
function reviewRivals({ pending, answers }: DetectorState, hash: Hex, out: Effects): void {
  const hashes = pending.among(pending.poolsOf(hash), hash).map(({ transaction }) => transaction.hash)
  for (const rival of hashes) answers.delete(rival)
  if (hashes.length > 0) out.push({ kind: 'queueReviews', hashes })
}

/** Updates the pools to a new block. */
function seePools(state: DetectorState, { update, nextBaseFeePerGas }: Event<'poolBlock'>, out: Effects): void {
  // A resumed book loads all pools with its first block. Only the pools with logs have changed.
  const isFirst = state.pools.block === null
  // The book emits a block again when it has read more pools.
  const isNewBlock = state.pools.block?.hash !== update.hash
  if (isNewBlock) forgetChecks(state)
  const changed = updateGraph(state, update.snapshot)
  for (const id of changed) state.changedPools.add(id)
  state.pools = update.snapshot
  state.terms = toNextTerms(state.terms, nextBaseFeePerGas, state.tipPerGas)
  state.ages.see()
  const pools = isFirst ? update.touched : [...changed, ...toStanding(state, update.number)]
  reviewFirst(state, [...new Set(pools)], out)
  if (isNewBlock) confirmCopies(state, out)
}

/** Makes the latest pools the ones on which transactions are played, and queues those whose result may have changed. */
function settlePools(state: DetectorState, { nextBaseFeePerGas }: Event<'mempoolBlock'>, out: Effects): void {
  state.settledPools = state.pools
  state.terms = toNextTerms(state.terms, nextBaseFeePerGas, state.tipPerGas)
  state.answers.clear()
  const affected = [
    ...state.findings.transactions(),
    ...state.pending.through([...state.changedPools]),
    ...(state.toReview.keys() as Iterable<Hex>),
  ]
  state.changedPools.clear()
  if (affected.length > 0) out.push({ kind: 'queueReviews', hashes: [...new Set(affected)] })
}

function learnTax(state: DetectorState, { token, tax, waiting }: Event<'measured'>, out: Effects): void {
  state.taxes.learn(token, tax)
  reviewWaiting(state, waiting, out)
}

function learnTrialOf(state: DetectorState, { trial, result, waiting }: Event<'tried'>, out: Effects): void {
  learnTrial(state, trial, result)
  reviewWaiting(state, waiting, out)
}

/** Stores the simulated effect of a transaction, and requests the pools that the book does not follow. */
function learnLogs(state: DetectorState, { hash, logs, waiting }: Event<'simulated'>, out: Effects): void {
  const unknown = state.simulated.learn(hash, logs, state.pools)
  for (const id of unknown) out.push({ kind: 'request', request: { id } })
  reviewWaiting(state, waiting, out)
}

function learnBorrower(state: DetectorState, event: Event<'borrower'>, out: Effects): void {
  if (noteBorrower(state, event) && event.pending !== null) reviewAgain(state, [event.pending], out)
}

/**
 * Updates the graph to the pools of another block.
 *
 * @returns the pools that have changed, including pools whose changes a reorg has reverted
 */
function updateGraph({ pools, terms: { graph } }: DetectorState, after: BookSnapshot): readonly Hex[] {
  const changes = after.changesSince(pools)
  for (const [id, pool] of changes) {
    if (pool === null) graph.remove(id)
    else graph.update(pool)
  }
  return [...changes.keys()]
}

/** Returns the pools of the state findings in every eighth block. */
function toStanding({ findings }: DetectorState, blockNumber: bigint): readonly Hex[] {
  if (blockNumber % standingBlocks !== 0n) return []
  return findings.ofState().flatMap(({ swaps }) => swaps.flatMap(({ hops }) => hops.map(({ pool }) => pool)))
}

/** Returns whether playing a transaction finds a finding. The others come from a scanner, a simulation or a later transaction. */
function isOfReview({ type, id, transactions }: Finding, hash: Hex): boolean {
  if (type === 'frontrun') return false
  return type === 'liquidation' ? id.endsWith(hash) : transactions.at(-1) === hash
}

const toIds = (findings: readonly Finding[]) => findings.map(({ id }) => id)
