import { createBoundedMap } from '@outrigger/core/internal'
import type { MempoolTransaction } from '@outrigger/mempool'
import type { Hex, PublicClient } from 'viem'
import type { Finding } from '../finding.ts'
import { canBeTried, getPoolTrial } from '../simulate/getPoolTrial.ts'
import type { SimulationBudget } from '../simulate/simulationBudget.ts'
import { type Leg, quoteLeg } from '../sizing/leg.ts'
import { toLegs } from '../sizing/playSwap.ts'
import type { PoolSnapshot } from '../view/poolSnapshot.ts'
import type { TokenTaxes } from '../view/tokenTaxes.ts'
import type { Held } from './confirmation.ts'
import { toReserve } from './toReserve.ts'

export type PoolTrialOptions = {
  readonly client: PublicClient
  readonly budget: SimulationBudget
  /** 0: nothing is asked, and everything reported as computed. */
  readonly simulationsPerBlock: number
  readonly signal: AbortSignal
  /** Whether its factory is known: then its code is. */
  readonly isKnownPool: (id: Hex) => boolean
  readonly taxes: TokenTaxes
  readonly toSnapshot: () => PoolSnapshot
  /** What waited for a pool is to be computed anew. */
  readonly onTried: (held: Held) => void
}

/** Tries pools whose makers nobody knows before anything through them is reported. */
export type PoolTrials = {
  /** Whether it has paid what it says of late. */
  isTried(id: Hex): boolean
  /**
   * Those of the findings whose pools are known, have paid, or cannot be tried. What a trial refutes is left out; the others
   * wait, over blocks where need be.
   */
  admit(findings: readonly Finding[], entry: MempoolTransaction | null): readonly Finding[]
  /** A new block: the budget is whole again. */
  onBlock(): void
}

type Trial = { readonly leg: Leg; readonly amountIn: bigint }
type Waiting = Trial & {
  readonly entries: Set<MempoolTransaction>
  readonly pools: Set<Hex>
  /** How often it was tried without an answer before the budget ended. */
  unanswered: number
}
type Outcome = { readonly paid: boolean | null; readonly blockNumber: bigint }

const maxOutcomes = 10_000
const maxWaiting = 1_000
const maxHeld = 64
/** A node that knows no method may use the budget up before that is clear. */
const mostUnanswered = 3
/** A pool may change its mind: it is tried again after so many blocks. */
const validBlocks = 32n

export function createPoolTrials(options: PoolTrialOptions): PoolTrials {
  const { client, budget, simulationsPerBlock, signal, isKnownPool, taxes, toSnapshot, onTried } = options
  const outcomes = createBoundedMap<string, Outcome>(maxOutcomes)
  const waiting = createBoundedMap<string, Waiting>(maxWaiting)
  let isBusy = false

  function toOutcome(trial: Trial): Outcome | undefined {
    const outcome = outcomes.get(toKey(trial))
    const now = toSnapshot().block?.number ?? 0n
    return outcome !== undefined && now < outcome.blockNumber + validBlocks ? outcome : undefined
  }

  function hold(trial: Trial, entry: MempoolTransaction | null): void {
    const held = waiting.peek(toKey(trial)) ?? { ...trial, entries: new Set(), pools: new Set(), unanswered: 0 }
    if (entry === null) held.pools.add(trial.leg.pool.id)
    else if (held.entries.size < maxHeld) held.entries.add(entry)
    waiting.set(toKey(trial), held)
    void work()
  }

  /** Whether it may be reported. */
  function check(finding: Finding, entry: MempoolTransaction | null): boolean {
    if (finding.swaps.every(({ hops }) => hops.every(({ pool }) => isKnownPool(pool)))) return true
    let mayTell = true
    for (const trial of toTrials(finding, toSnapshot(), taxes)) {
      if (isKnownPool(trial.leg.pool.id) || !canBeTried(trial.leg.pool)) continue
      const outcome = toOutcome(trial)
      if (outcome === undefined) hold(trial, entry)
      if (outcome === undefined || outcome.paid === false) mayTell = false
    }
    return mayTell
  }

  async function carryOut(trial: Trial): Promise<boolean | null> {
    const snapshot = toSnapshot()
    const { tokenIn, pool } = trial.leg
    const sources = snapshot
      .byToken(tokenIn)
      .filter(({ id, address }) => address !== pool.address && isKnownPool(id))
      .sort((a, b) => (toReserve(a, tokenIn) < toReserve(b, tokenIn) ? 1 : -1))
    const [source] = sources
    const state = snapshot.get(pool.id)
    if (source === undefined || state === null || snapshot.block === null) return null
    return getPoolTrial(client, {
      ...{ leg: { ...trial.leg, pool: state }, amountIn: trial.amountIn, source: source.address },
      ...{ taxes, blockNumber: snapshot.block.number, budget },
    })
  }

  async function work(): Promise<void> {
    if (isBusy) return
    isBusy = true
    for (const [key, held] of [...(waiting.rentries() as Iterable<[string, Waiting]>)]) {
      if (budget.left === 0 || signal.aborted) break
      // A provider that fails at it says nothing of the pool, which is tried again in the next block.
      const paid = await carryOut(held).catch(() => 'failed' as const)
      if (signal.aborted || paid === 'failed') continue
      if (paid === null && budget.left === 0 && ++held.unanswered < mostUnanswered) break
      waiting.delete(key)
      outcomes.set(key, { paid, blockNumber: toSnapshot().block?.number ?? 0n })
      onTried(held)
    }
    isBusy = false
  }

  return {
    isTried: (id) => {
      const pool = toSnapshot().get(id)
      return pool?.tokens.some((token) => outcomes.peek(`${id}:${token}`)?.paid === true) ?? false
    },
    admit(findings, entry) {
      if (simulationsPerBlock === 0) return findings
      return findings.filter((finding) => check(finding, entry))
    },
    onBlock: () => void work(),
  }
}

const toKey = ({ leg: { pool, tokenIn } }: Trial) => `${pool.id}:${tokenIn}`

/** The finding's swaps one by one on the pools as they are, with what the one before brings. */
function toTrials({ swaps }: Finding, snapshot: PoolSnapshot, taxes: TokenTaxes): readonly Trial[] {
  return swaps.flatMap(({ hops, amountIn }) => {
    let amount: bigint | null = amountIn
    return (toLegs(hops, snapshot) ?? []).flatMap((leg): readonly Trial[] => {
      if (amount === null) return []
      const trial = { leg, amountIn: amount }
      amount = quoteLeg(leg, amount, taxes)
      return [trial]
    })
  })
}
