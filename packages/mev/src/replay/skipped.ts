import type { MempoolTransaction } from '@outrigger/mempool'
import type { Hex } from 'viem'
import type { DetectorEffect, DetectorEvent } from '../detector/events.ts'
import type { SimulationEffect } from '../detector/simulations.ts'
import { toPathKey } from '../detector/trial.ts'
import type { Waiter } from '../detector/waitingList.ts'

/** A simulation that a recording lacks. Findings that depend on it are not reported. */
export type SkippedSimulation = {
  /**
   * - `tax`: the transfer tax of a token
   * - `swaps`: whether swaps through unknown pools or tokens pay
   * - `logs`: the swaps of a call whose calldata does not show them
   * - `copy`: whether a call pays another sender
   * - `liquidation`: whether a liquidation succeeds
   * - `borrower`: the liquidations of a borrower whose liquidation is pending
   */
  readonly kind: 'tax' | 'swaps' | 'logs' | 'copy' | 'liquidation' | 'borrower'
  /** The token, the pools with the token that each takes, the hash of the call, or the market and the borrower. */
  readonly subject: string
  /** The transaction that waits for it. Null for findings on the state, and for a liquidation without a transaction. */
  readonly transaction: Hex | null
}

/** Matches requests for simulations with their results. */
export type SkippedSimulations = {
  request(effect: DetectorEffect): void
  receive(event: DetectorEvent): void
  /** Returns the requests without a result, oldest first. */
  list(): readonly SkippedSimulation[]
}

/** Limits the memory of a long replay. */
const maxSkipped = 100_000

export function createSkipped(): SkippedSimulations {
  const open = new Map<string, SkippedSimulation>()
  return {
    request(effect) {
      const one = toRequest(effect)
      if (one !== null && open.size < maxSkipped) open.set(toKey(one), one)
    },
    receive(event) {
      const one = toResult(event)
      if (one !== null) open.delete(toKey(one))
    },
    list: () => [...open.values()],
  }
}

const toKey = ({ kind, subject }: Pick<SkippedSimulation, 'kind' | 'subject'>) => `${kind}:${subject}`

const toWaiting = ({ for: waiting }: Waiter): Hex | null =>
  typeof waiting === 'string' ? null : waiting.transaction.hash

type Position = { readonly market: string; readonly borrower: string }
const toPosition = ({ market, borrower }: Position) => `${market}:${borrower}`

type Requests = { readonly [kind in SimulationEffect['kind']]: (effect: EffectOf<kind>) => SkippedSimulation }

const requests: Requests = {
  measure: ({ token, waiter }) => ({ kind: 'tax', subject: token, transaction: toWaiting(waiter) }),
  try: ({ trial, waiter }) => ({
    kind: 'swaps',
    subject: toPathKey(trial.paths.flat()),
    transaction: toWaiting(waiter),
  }),
  simulate: ({ call }) => ofCall('logs', call),
  copy: ({ call }) => ofCall('copy', call),
  confirm: ({ call }) => ofCall('copy', call),
  prove: ({ opportunity }) => ({
    kind: 'liquidation',
    subject: toPosition(opportunity),
    transaction: opportunity.pendingUpdate,
  }),
  checkBorrower: ({ key, entry }) => ({ kind: 'borrower', subject: key, transaction: entry.transaction.hash }),
}

function ofCall(kind: 'logs' | 'copy', { transaction: { hash } }: MempoolTransaction): SkippedSimulation {
  return { kind, subject: hash, transaction: hash }
}

/** Returns null for an effect that needs no simulation. */
function toRequest(effect: DetectorEffect): SkippedSimulation | null {
  const read = requests[effect.kind as SimulationEffect['kind']] as
    | ((one: DetectorEffect) => SkippedSimulation)
    | undefined
  return read?.(effect) ?? null
}

type Answered = Pick<SkippedSimulation, 'kind' | 'subject'>

const results: { readonly [kind in SimulationResult['kind']]: (event: ResultOf<kind>) => Answered | null } = {
  measured: ({ tax, token }) => tax && { kind: 'tax', subject: token },
  tried: ({ result, trial }) => result && { kind: 'swaps', subject: toPathKey(trial.paths.flat()) },
  simulated: ({ logs, hash }) => logs && { kind: 'logs', subject: hash },
  copied: ({ copied, call }) => copied && { kind: 'copy', subject: call.transaction.hash },
  proven: ({ proven, opportunity }) =>
    proven === null ? null : { kind: 'liquidation', subject: toPosition(opportunity) },
  borrower: ({ key }) => ({ kind: 'borrower', subject: key }),
}

/** Returns what an event answers. Null for other events, and if no provider could run the simulation. */
function toResult(event: DetectorEvent): Answered | null {
  return isSimulationResult(event) ? (results[event.kind] as (one: SimulationResult) => Answered | null)(event) : null
}

type SimulationResult = Extract<
  DetectorEvent,
  { readonly kind: 'measured' | 'tried' | 'simulated' | 'copied' | 'proven' | 'borrower' }
>
type ResultOf<kind extends DetectorEvent['kind']> = Extract<DetectorEvent, { readonly kind: kind }>
type EffectOf<kind extends DetectorEffect['kind']> = Extract<DetectorEffect, { readonly kind: kind }>

/** Returns whether an event is the result of a simulation. */
export const isSimulationResult = (event: DetectorEvent): event is SimulationResult =>
  Object.hasOwn(results, event.kind)
