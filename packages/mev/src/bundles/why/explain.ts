import type { Hex } from 'viem'
import { mayHold, type Submission } from '../record.ts'
import type { ChainFailure } from '../verdict/step.ts'
import type { Cause } from './cause.ts'

/** What is known of a bundle's last target block, and of what relays did before it. Amounts are wei. */
export type Evidence = {
  readonly block: number
  /** How the chain has decided against it. */
  readonly failure: ChainFailure | null
  /** For that block. */
  readonly submissions: readonly Submission[]
  /** When the block was first seen. Unix ms; null where nobody looked. */
  readonly seenAtMs: number | null
  readonly timestamp: number
  readonly minTimestamp?: number | undefined
  readonly maxTimestamp?: number | undefined
  readonly baseFee: bigint
  /** What each transaction pays per gas at most. */
  readonly maxFees: readonly bigint[]
  /** On the state before the block. Null where it cannot be told. */
  readonly alone: Trial | null
  /** The same behind the block's transactions, with the first of them after which it fails. */
  readonly behind: { readonly position: number; readonly error: string; readonly transaction: Hex } | null
  /** The least that one of the block's transactions pays the builder per gas, of those that pay; null where none does. */
  readonly leastBid: bigint | null
  /** Relays that say they have not simulated it. */
  readonly notSimulated: readonly string[]
}

/** A simulation: where it reverts, otherwise what it pays the builder per gas. */
export type Trial =
  | { readonly success: false; readonly position: number; readonly error: string }
  | { readonly success: true; readonly bid: bigint }

/** Why a bundle is not in its block: all reasons that are known, the one that counts most first. */
export function explain(evidence: Evidence): readonly Cause[] {
  const causes = rules.flatMap((rule) => rule(evidence) ?? [])
  if (causes.length > 0) return causes
  const message = `Relays took it in time, it can be carried out, and pays no less than others in block ${evidence.block}: the builder of the block did not choose it, or did not get it.`
  return [{ kind: 'notChosen', message }]
}

type Rule = (evidence: Evidence) => Cause | null

/** In order of what counts most: what the chain shows, what relays say, what a simulation shows, what others paid. */
const rules: readonly Rule[] = [
  ({ failure }) => failure && toChainCause(failure),
  ({ submissions }) => {
    if (submissions.length === 0) return { kind: 'notSent', message: 'It was sent to no relay for this block.' }
    const [first] = submissions
    if (submissions.some(mayHold) || first === undefined) return null
    const said = submissions.map(({ relay, message }) => `${relay}: ${message ?? 'no reason given'}`).join('; ')
    return { kind: 'notSent', message: `No relay took it. ${said}.`, relay: first.relay }
  },
  ({ minTimestamp, maxTimestamp, timestamp, block }) => {
    if (timestamp >= (minTimestamp ?? 0) && timestamp <= (maxTimestamp ?? Number.POSITIVE_INFINITY)) return null
    return {
      kind: 'timestamp',
      message: `The timestamp of block ${block}, ${timestamp}, is outside of what it allows.`,
    }
  },
  explainLate,
  ({ maxFees, baseFee, block }) => {
    const position = maxFees.findIndex((fee) => fee < baseFee)
    if (position < 0) return null
    const message = `Transaction ${position} pays ${maxFees[position]} wei per gas at most, and block ${block} asks ${baseFee}.`
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
      message: `Transaction ${behind.position} fails behind ${behind.transaction} of the block: ${behind.error}.`,
      position: behind.position,
      transaction: behind.transaction,
    },
  ({ notSimulated: [relay], block }) =>
    relay === undefined
      ? null
      : {
          kind: 'notSimulated',
          message: `The relay ${relay} took it and never simulated it for block ${block}.`,
          relay,
        },
  ({ alone, leastBid, block }) => {
    if (!alone?.success) return null
    if (alone.bid === 0n) return { kind: 'underpriced', message: 'It pays the builder nothing.' }
    if (leastBid === null || alone.bid >= leastBid) return null
    const message = `It pays ${alone.bid} wei per gas to the builder, and the lowest in block ${block} paid ${leastBid}.`
    return { kind: 'underpriced', message }
  },
]

/** Late only where no relay had it in time. */
function explainLate({ submissions, seenAtMs, block }: Evidence): Cause | null {
  if (seenAtMs === null) return null
  const sent = submissions.filter(mayHold)
  const isLate = ({ answeredAtMs, outcome }: Submission) =>
    outcome !== 'accepted' || answeredAtMs === null || answeredAtMs > seenAtMs
  const [first] = sent
  if (first === undefined || !sent.every(isLate)) return null
  const took =
    first.answeredAtMs === null ? 'has not answered' : `answered ${first.answeredAtMs - first.sentAtMs} ms later`
  const message = `The relay ${first.relay} had it too late: it ${took}, when block ${block} was there.`
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
