import { type LendingProtocol, lendingProtocols, type Opportunity } from '@outrigger/defi'
import type { MempoolTransaction } from '@outrigger/mempool'
import type { Address } from 'viem'
import type { LiquidationInput } from '../detect/context.ts'
import { toLiquidationInput } from '../detect/liquidation/liquidation.ts'
import type { PendingTransaction } from '../view/applyTransaction.ts'
import { createPoolView } from '../view/poolView.ts'
import { detect, toContext } from './evaluate.ts'
import type { DetectorEvent, Effects, Position } from './events.ts'
import type { KnownLiquidations } from './knownLiquidations.ts'
import { drop, report } from './report.ts'
import type { DetectorState } from './state.ts'

/** Stores an opportunity of a scanner, and requests a simulation of it. */
export function seeOpportunity(
  { liquidations }: DetectorState,
  { opportunity }: { readonly opportunity: Opportunity },
  out: Effects,
): void {
  liquidations.latest.set(toKey(opportunity), opportunity)
  out.push({ kind: 'prove', opportunity })
}

/** Reports an opportunity, unless a simulation has refuted it. */
export function learnProof(
  state: DetectorState,
  { opportunity, proven, isQueued }: Extract<DetectorEvent, { kind: 'proven' }>,
  out: Effects,
): void {
  const { known, latest, reported } = state.liquidations
  const key = toKey(opportunity)
  if (latest.get(key) !== opportunity) return
  if (proven === false) {
    forgetPosition(state, opportunity, out)
    return
  }
  known.set({ ...opportunity, proven })
  const view = createPoolView(state.pools)
  const input = toLiquidationInput({ ...opportunity, proven }, { ...state.terms, view, isQueued })
  // Requests the pools that can price the profit. They arrive too late for this opportunity, but in time for the next one.
  if (input.grossProfit === null)
    out.push({ kind: 'request', request: { tokens: [opportunity.debtToRepay.token, state.terms.native] } })
  const findings = detect(toContext(state.terms, { before: view, liquidations: [input] }))
  for (const { id } of findings) reported.set(key, (reported.get(key) ?? new Set()).add(id))
  report(state, findings, out)
}

export function forgetPosition(state: DetectorState, position: Position, out: Effects): void {
  const { known, latest, reported } = state.liquidations
  const key = toKey(position)
  latest.delete(key)
  known.delete(position)
  drop(state, [...(reported.get(key) ?? [])], 'unprofitable', out)
  reported.delete(key)
}

/** Returns the known liquidations that could replace a pending one. Requests a check of borrowers without a known one. */
export function toRivalLiquidations(
  { liquidations, pools, terms }: DetectorState,
  entry: MempoolTransaction,
  out: Effects,
): readonly LiquidationInput[] {
  const { known, checked } = liquidations
  const { opportunities, unknown } = findLiquidations(known, entry)
  for (const { protocol, borrower } of unknown) {
    const key = `${protocol.id}:${borrower}`
    if (checked.has(key)) continue
    checked.add(key)
    out.push({ kind: 'checkBorrower', key, protocol, borrower, entry })
  }
  const setting = { native: terms.native, taxes: terms.taxes, view: pools, pendingCall: entry.transaction.hash }
  return opportunities.map((opportunity) => toLiquidationInput(opportunity, setting))
}

/** Largest number of borrowers to check per transaction, because some calls name hundreds. */
const mostBorrowers = 8

type Found = {
  readonly opportunities: readonly Opportunity[]
  /** Borrowers without a known opportunity. */
  readonly unknown: readonly { readonly protocol: LendingProtocol; readonly borrower: Address }[]
}

/** Returns the known opportunities of the borrowers that a pending transaction liquidates. */
export function findLiquidations(known: KnownLiquidations, { classification }: PendingTransaction): Found {
  const named = classification.actions.flatMap((action) =>
    action.kind === 'liquidation' && action.borrower !== null
      ? { protocol: action.protocol, borrower: action.borrower }
      : [],
  )
  const checked = named
    .slice(0, mostBorrowers)
    .map((one) => ({ ...one, opportunities: known.of(one.protocol, one.borrower) }))
  return {
    opportunities: checked.flatMap(({ opportunities }) => opportunities),
    unknown: checked.flatMap(({ protocol: id, borrower, opportunities }) => {
      const protocol = lendingProtocols.find((one) => one.id === id)
      return opportunities.length === 0 && protocol !== undefined ? { protocol, borrower } : []
    }),
  }
}

/** Stores the opportunities of a checked borrower. Returns false if there are none or the next block has arrived. */
export function noteBorrower(
  { liquidations }: DetectorState,
  { key, opportunities }: Extract<DetectorEvent, { kind: 'borrower' }>,
): boolean {
  if (opportunities.length === 0 || !liquidations.checked.has(key)) return false
  liquidations.found = [...liquidations.found, ...opportunities]
  opportunities.forEach(liquidations.known.set)
  return true
}

/** Drops the results of earlier checks, because they apply only to the previous block. */
export function forgetChecks({ liquidations }: DetectorState): void {
  for (const one of liquidations.found) liquidations.known.delete(one)
  liquidations.found = []
  liquidations.checked.clear()
}

const toKey = ({ protocol, market, borrower }: Position) => `${protocol}:${market}:${borrower}`
