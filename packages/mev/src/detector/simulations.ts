import type { Opportunity } from '@outrigger/defi'
import type { MempoolTransaction, MempoolWatcher } from '@outrigger/mempool'
import type { Address, PublicClient } from 'viem'
import type { CopiedCall } from '../detect/frontrun/copiedCall.ts'
import { toBudgetedClient } from '../simulate/budgetedClient.ts'
import type { EmittedLogs } from '../simulate/getEmittedLogs.ts'
import type { SwapTrial } from '../simulate/getSwapTrial.ts'
import { createSimulationBudget, type SimulationBudget, withReserve } from '../simulate/simulationBudget.ts'
import type { TokenTax } from '../sizing/tokenTaxes.ts'
import type { DetectorEffect, DetectorEvent, Pending, Waiting } from './events.ts'
import { createHeldQueue, type HeldQueueOptions } from './heldQueue.ts'
import { measureTax } from './measureTax.ts'
import { proveOpportunity, scanBorrower } from './proveOpportunity.ts'
import { copyCall, simulateLogs } from './simulateCall.ts'
import type { DetectorState } from './state.ts'
import type { Trial } from './trial.ts'
import { trySwaps } from './trySwaps.ts'
import type { Held } from './waitingList.ts'

type EffectOf<kind extends DetectorEffect['kind']> = Extract<DetectorEffect, { readonly kind: kind }>
type Perform<kind extends DetectorEffect['kind']> = (effect: EffectOf<kind>) => void

/** Effects that take requests. */
export type SimulationEffect = EffectOf<'measure' | 'try' | 'simulate' | 'copy' | 'confirm' | 'prove' | 'checkBorrower'>

/** Simulations that findings wait for, within a budget of requests per block. Each result is sent as an event. */
export type Simulations = {
  perform(effect: SimulationEffect): void
  /** Renews the budget. Called before the step of a new block. */
  renew(): void
  /** Continues with the queued simulations. Called after the step of a block. */
  resume(): void
}

export type SimulationsOptions = {
  readonly client: PublicClient
  readonly state: DetectorState
  readonly watcher: Pick<MempoolWatcher, 'get'>
  /** Returns null for a transaction that is no longer pending. */
  readonly toPending: (entry: MempoolTransaction) => Pending | null
  readonly simulationsPerBlock: number
  /** Tokens that a copied call may pay out, in addition to ether. */
  readonly payingTokens: readonly Address[]
  readonly send: (event: DetectorEvent) => void
  readonly signal: AbortSignal
}

export function createSimulations(options: SimulationsOptions): Simulations {
  const { client, state, watcher, toPending, simulationsPerBlock, payingTokens, send, signal } = options
  const budget = createSimulationBudget(simulationsPerBlock)
  const half = withReserve(budget, simulationsPerBlock / 2)
  const budgeted = toBudgetedClient(client, budget)
  const isPending = (entry: MempoolTransaction) => toPending(entry) !== null
  const toWaiting = ({ entries, pools }: Held): Waiting => ({
    transactions: [...entries].flatMap((entry) => toPending(entry) ?? []),
    pools: [...pools],
  })
  type Queue<question, answer> = Pick<HeldQueueOptions<question, answer>, 'ask' | 'onAnswer' | 'budget'>
  const open = <question, answer>(queue: Queue<question, answer>) => createHeldQueue({ ...queue, isPending, signal })

  const taxes = open<EffectOf<'measure'>, TokenTax>({
    budget,
    ask: ({ token, pool }) => measureTax(client, state, { token, pool, budget }),
    onAnswer: ({ token }, tax, held) => send({ kind: 'measured', token, tax, waiting: toWaiting(held) }),
  })
  const openTrials = (share: SimulationBudget) =>
    open<Trial, SwapTrial>({
      budget: share,
      ask: (trial) => trySwaps(client, state, { trial, budget: share }),
      onAnswer: (trial, result, held) => send({ kind: 'tried', trial, result, waiting: toWaiting(held) }),
    })
  const pendingTrials = openTrials(budget)
  // State findings usually outlive the block, so they leave three quarters of the budget to findings that expire with the block.
  const stateTrials = openTrials(withReserve(budget, (simulationsPerBlock * 3) / 4))
  const logs = open<MempoolTransaction, EmittedLogs>({
    budget: half,
    ask: ({ transaction }) => simulateLogs(client, state, { transaction, budget: half }),
    onAnswer: ({ transaction: { hash } }, emitted, held) =>
      send({ kind: 'simulated', hash, logs: emitted, waiting: toWaiting(held) }),
  })
  const copy = (call: MempoolTransaction) => copyCall(client, state, { call, payingTokens, budget: half })
  const copies = open<MempoolTransaction, CopiedCall>({ budget: half, ask: copy, onAnswer: sendCopied })

  function sendCopied(call: MempoolTransaction, copied: CopiedCall | null): void {
    send({ kind: 'copied', call, copied, pending: toPending(call) })
  }

  async function confirm(call: MempoolTransaction): Promise<void> {
    sendCopied(call, half.left > 0 ? await copy(call).catch(() => null) : null)
  }

  async function prove(opportunity: Opportunity): Promise<void> {
    const { pendingUpdate } = opportunity
    const update = pendingUpdate === null ? null : watcher.get(pendingUpdate)
    const proven = budget.left === 0 ? opportunity.proven : await proveOpportunity(budgeted, opportunity, update)
    send({ kind: 'proven', opportunity, proven, isQueued: (update && toPending(update)?.isQueued) ?? false })
  }

  async function checkBorrower({ key, entry, ...borrower }: EffectOf<'checkBorrower'>): Promise<void> {
    if (budget.left === 0) return
    const opportunities = await scanBorrower(budgeted, borrower, state.terms.cost.gasPrice)
    send({ kind: 'borrower', key, opportunities, pending: toPending(entry) })
  }

  const perform: { readonly [kind in SimulationEffect['kind']]: Perform<kind> } = {
    measure: (effect) => taxes.hold(effect.token, effect, effect.waiter),
    try: ({ key, trial, waiter }) =>
      (typeof waiter.for === 'string' ? stateTrials : pendingTrials).hold(key, trial, waiter),
    simulate: ({ call }) => logs.hold(call.transaction.hash, call, { for: call, worth: call.movedValue.wei }),
    copy: ({ call }) => copies.hold(call.transaction.hash, call, { for: call, worth: 0n }),
    confirm: ({ call }) => void confirm(call),
    prove: ({ opportunity }) => void prove(opportunity),
    checkBorrower: (effect) => void checkBorrower(effect),
  }

  return {
    renew: budget.reset,
    resume() {
      for (const queue of [taxes, pendingTrials, stateTrials, logs, copies]) queue.onBlock()
    },
    perform: (effect) => (perform[effect.kind] as Perform<typeof effect.kind>)(effect),
  }
}
