import type { MempoolTransaction } from '@outrigger/mempool'
import type { Hex } from 'viem'
import type { CopiedCall } from '../detect/context.ts'
import { toFrontrunId } from '../detect/frontrun/frontrun.ts'
import { createPoolView } from '../view/poolView.ts'
import type { ReportedCall } from './copiedCalls.ts'
import type { GoneReason } from './detectorTypes.ts'
import { detect, toContext } from './evaluate.ts'
import type { DetectorEvent, Effects } from './events.ts'
import { drop, report } from './report.ts'
import type { DetectorState } from './state.ts'

/** Types of transactions that may pay any sender. Plain swaps and transfers are not copied. */
const types: readonly MempoolTransaction['classification']['type'][] = ['other', 'liquidation', 'flashloan']
/** A reported call is withdrawn after this number of blocks in a row in which it could not be simulated. */
const mostUnconfirmed = 4

/** Returns whether a transaction is a call that may pay any sender. */
export const mayBeCopied = ({ transaction: { to, input }, classification: { type } }: MempoolTransaction): boolean =>
  to !== null && input.length >= 10 && types.includes(type)

/** Requests a confirmation of each reported call on the new block. */
export function confirmCopies({ copies }: DetectorState, out: Effects): void {
  for (const { call } of copies.reported.values() as Iterable<ReportedCall>) out.push({ kind: 'confirm', call })
}

/** Reports a call that pays its copier, or withdraws it. */
export function learnCopy(
  state: DetectorState,
  { call, pending, copied }: Extract<DetectorEvent, { kind: 'copied' }>,
  out: Effects,
): void {
  const { hash } = call.transaction
  if (copied !== null) state.copies.note(call, copied, state.pools.block?.number ?? 0n)
  // The call may have been mined during the simulation.
  if (pending === null) state.copies.reported.delete(hash)
  else if (copied === null) countUnconfirmed(state, hash, out)
  else reportCopy(state, call, copied, out)
}

function reportCopy(state: DetectorState, call: MempoolTransaction, copied: CopiedCall, out: Effects): void {
  const { hash } = call.transaction
  const findings = detect(toContext(state.terms, { before: createPoolView(state.pools), copied }))
  if (findings.length === 0) withdraw(state, hash, 'unprofitable', out)
  else state.copies.reported.set(hash, { call, unconfirmed: 0 })
  report(state, findings, out)
}

/** Withdraws a call that could not be simulated for some blocks. A provider error does not show whether the call still pays. */
function countUnconfirmed(state: DetectorState, hash: Hex, out: Effects): void {
  const before = state.copies.reported.get(hash)
  if (before === undefined) return
  const unconfirmed = before.unconfirmed + 1
  if (unconfirmed >= mostUnconfirmed) withdraw(state, hash, 'unconfirmed', out)
  else state.copies.reported.set(hash, { call: before.call, unconfirmed })
}

function withdraw(state: DetectorState, hash: Hex, reason: GoneReason, out: Effects): void {
  state.copies.reported.delete(hash)
  drop(state, [toFrontrunId(hash)], reason, out)
}
