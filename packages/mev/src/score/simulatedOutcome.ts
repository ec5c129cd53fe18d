import { proveLiquidation } from '@outrigger/defi'
import type { MempoolTransaction } from '@outrigger/mempool'
import type { Address, Hex, PublicClient } from 'viem'
import { computeNetProfit } from '../cost.ts'
import type { Finding } from '../finding.ts'
import { getCopiedCall } from '../simulate/getCopiedCall.ts'
import type { PoolSnapshot } from '../view/poolSnapshot.ts'
import { toNativeValue } from '../view/valuation.ts'
import { failed, type Outcome, toVerdict, voided } from './outcome.ts'
import type { Due } from './predictions.ts'

/** A finding whose outcome requires a simulation, because pool states do not show it. */
export type SimulatedFinding = Extract<Finding, { readonly type: 'liquidation' | 'frontrun' }>

export const isSimulatedFinding = (finding: Finding): finding is SimulatedFinding =>
  finding.type === 'liquidation' || finding.type === 'frontrun'

export type SimulationInput = Pick<Due, 'terms' | 'entries'> & {
  readonly client: PublicClient
  /** The block whose state the simulation uses, and the state of the pools after that block. */
  readonly parent: { readonly number: bigint; readonly snapshot: PoolSnapshot }
  /** Tokens that a copied call may pay out. */
  readonly tokens: readonly Address[]
}

/**
 * Simulates a liquidation or a copied call on the state before the block that decides the finding. If the liquidation needs a
 * pending price update, the update runs first.
 *
 * @throws any error of the client if no provider responds
 */
export async function getSimulatedOutcome(finding: SimulatedFinding, input: SimulationInput): Promise<Outcome> {
  return finding.type === 'frontrun' ? judgeCopy(finding, input) : judgeLiquidation(finding, input)
}

async function judgeCopy(finding: SimulatedFinding, input: SimulationInput): Promise<Outcome> {
  const { client, parent, entries, terms, tokens } = input
  const [entry] = entries
  if (entry === undefined) return voided('undecidable')
  const copied = await getCopiedCall(client, {
    transaction: entry.transaction,
    tokens,
    blockNumber: parent.number,
    toNativeValue: (token, amount) => toNativeValue(parent.snapshot, terms.native, token, amount, terms.taxes),
  })
  if (copied === null) return voided('undecidable')
  if (!copied.succeeds) return failed('callReverts')
  if (copied.gain === null) return voided('unknownValue')
  return toVerdict(computeNetProfit(copied.gain, copied.gasUsed, terms.cost), finding)
}

async function judgeLiquidation(
  finding: Extract<Finding, { readonly type: 'liquidation' }>,
  input: SimulationInput,
): Promise<Outcome> {
  const { opportunity } = finding
  const { client, parent, entries, terms } = input
  const { pendingUpdate, debtToRepay, flashLoan, gas } = opportunity
  const state = { blockNumber: parent.number, before: toSteps(entries, pendingUpdate) }
  const { proven, proceeds } = await proveLiquidation(client, opportunity, state)
  if (proven === null) return voided('undecidable')
  if (proceeds === null) return failed('callReverts')
  const gain = proceeds - debtToRepay.amount - (flashLoan?.fee ?? 0n)
  const gross = toNativeValue(parent.snapshot, terms.native, debtToRepay.token, gain, terms.taxes)
  return gross === null ? voided('unknownValue') : toVerdict(computeNetProfit(gross, gas, terms.cost), finding)
}

/** Returns the call that repeats the pending price update from its sender. Returns no call without an update. */
function toSteps(entries: readonly MempoolTransaction[], update: Hex | null) {
  return entries.flatMap(({ transaction: { hash, from, to, input, value } }) =>
    hash === update && to !== null ? [{ from, to, data: input, value }] : [],
  )
}
