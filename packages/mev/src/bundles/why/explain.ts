import type { Hex } from 'viem'
import { mayHaveBundle, type Submission } from '../record.ts'
import type { ChainFailure } from '../verdict/step.ts'
import type { Cause } from './cause.ts'

/** Facts about a bundle's last target block and its submissions. Amounts are wei. */
export type Evidence = {
  readonly block: number
  /** Event on the chain that prevents inclusion. */
  readonly failure: ChainFailure | null
  /** Submissions for this block. */
  readonly submissions: readonly Submission[]
  /** Time at which the block was first seen, in Unix ms. Null if the block was not observed. */
  readonly seenAtMs: number | null
  readonly timestamp: number
  readonly minTimestamp?: number | undefined
  readonly maxTimestamp?: number | undefined
  readonly baseFee: bigint
  /** Maximum fee per gas of each transaction. */
  readonly maxFees: readonly bigint[]
  /** Simulation on the state before the block. Null if it is not available. */
  readonly alone: Trial | null
  /** Failure of the bundle after the block's transactions, with the first transaction that causes it. */
  readonly behind: { readonly position: number; readonly error: string; readonly transaction: Hex } | null
  /** Lowest payment to the builder per gas among the block's transactions that pay. Null if none pays. */
  readonly leastBid: bigint | null
  /** Relays that report that they did not simulate the bundle. */
  readonly notSimulated: readonly string[]
}

/** Result of a simulation: the reverting transaction, or the payment to the builder per gas. */
export type Trial =
  | { readonly success: false; readonly position: number; readonly error: string }
  | { readonly success: true; readonly bid: bigint }

/** Returns all known reasons why a bundle was not included, most important first. */
export function explain(evidence: Evidence): readonly Cause[] {
  const causes = rules.flatMap((rule) => rule(evidence) ?? [])
  if (causes.length > 0) return causes
  const message = `The bundle reached relays in time, succeeds in simulation and pays at least as much as others in block ${evidence.block}. The block's builder did not choose it or did not receive it.`
  return [{ kind: 'notChosen', message }]
}

type Rule = (evidence: Evidence) => Cause | null

/** Ordered by importance: facts on the chain, replies of relays, results of simulations, payments of others. */
const rules: readonly Rule[] = [
  ({ failure }) => failure && toChainCause(failure),
  ({ submissions }) => {
    if (submissions.length === 0)
      return { kind: 'notSent', message: 'The bundle was not sent to a relay for this block.' }
    const [first] = submissions
    if (submissions.some(mayHaveBundle) || first === undefined) return null
    const reasons = submissions.map(({ relay, message }) => `${relay}: ${message ?? 'no reason given'}`).join('; ')
    return { kind: 'notSent', message: `No relay accepted the bundle. ${reasons}.`, relay: first.relay }
  },
  ({ minTimestamp, maxTimestamp, timestamp, block }) => {
    if (timestamp >= (minTimestamp ?? 0) && timestamp <= (maxTimestamp ?? Number.POSITIVE_INFINITY)) return null
    return {
      kind: 'timestamp',
      message: `Block ${block} has timestamp ${timestamp}, outside the bundle's limits.`,
    }
  },
  explainLate,
  ({ maxFees, baseFee, block }) => {
    const position = maxFees.findIndex((fee) => fee < baseFee)
    if (position < 0) return null
    const message = `Transaction ${position} pays at most ${maxFees[position]} wei per gas, below the base fee of block ${block}, ${baseFee}.`
    return { kind: 'underpriced', message, position }
  },
  ({ alone, block }) =>
    alone === null || alone.success
      ? null
      : {
          kind: 'reverted',
          message: `Transaction ${alone.position} fails on the state before block ${block}: ${alone.error}.`,
          position: alone.position,
        },
  ({ behind }) =>
    behind && {
      kind: 'conflict',
      message: `Transaction ${behind.position} fails after ${behind.transaction} of the block: ${behind.error}.`,
      position: behind.position,
      transaction: behind.transaction,
    },
  ({ notSimulated: [relay], block }) =>
    relay === undefined
      ? null
      : {
          kind: 'notSimulated',
          message: `The relay ${relay} accepted the bundle but did not simulate it for block ${block}.`,
          relay,
        },
  ({ alone, leastBid, block }) => {
    if (!alone?.success) return null
    if (alone.bid === 0n) return { kind: 'underpriced', message: 'The bundle does not pay the builder.' }
    if (leastBid === null || alone.bid >= leastBid) return null
    const message = `The bundle pays the builder ${alone.bid} wei per gas, below the lowest payment in block ${block}, ${leastBid}.`
    return { kind: 'underpriced', message }
  },
]

/** Reports a late bundle only if no relay accepted it in time. */
function explainLate({ submissions, seenAtMs, block }: Evidence): Cause | null {
  if (seenAtMs === null) return null
  const sent = submissions.filter(mayHaveBundle)
  const isLate = ({ answeredAtMs, outcome }: Submission) =>
    outcome !== 'accepted' || answeredAtMs === null || answeredAtMs > seenAtMs
  const [first] = sent
  if (first === undefined || !sent.every(isLate)) return null
  const reply =
    first.answeredAtMs === null ? 'has not answered' : `answered ${first.answeredAtMs - first.sentAtMs} ms later`
  const message = `The relay ${first.relay} received the bundle too late: it ${reply}, after block ${block} had arrived.`
  return { kind: 'late', message, relay: first.relay }
}

function toChainCause({ kind, position, block, transaction }: ChainFailure): Cause {
  if (kind === 'reverted')
    return { kind, message: `Transaction ${position} reverted in block ${block}.`, position, transaction }
  const message =
    kind === 'partial'
      ? `Transaction ${position} was mined in block ${block} without the bundle.`
      : `The nonce of transaction ${position} was used by ${transaction} in block ${block}.`
  return { kind: 'conflict', message, position, transaction }
}
