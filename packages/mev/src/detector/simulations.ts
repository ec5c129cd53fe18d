import type { Opportunity } from '@outrigger/defi'
import type { MempoolTransaction, MempoolWatcher } from '@outrigger/mempool'
import type { Address, PublicClient } from 'viem'
import type { CopiedCall } from '../detect/context.ts'
import {
  createSimulationBudget,
  type SimulationBudget,
  toBudgetedClient,
  withReserve,
} from '../simulate/budgetedClient.ts'
import { getCopiedCall } from '../simulate/getCopiedCall.ts'
import { type EmittedLogs, getEmittedLogs } from '../simulate/getEmittedLogs.ts'
import type { SwapTrial } from '../simulate/getSwapTrial.ts'
import type { TokenTax } from '../sizing/tokenTaxes.ts'
import { toNativeValue } from '../view/valuation.ts'
import type { DetectorEffect, DetectorEvent, Pending, Waiting } from './events.ts'
import { proveOpportunity, scanBorrower } from './proveOpportunity.ts'
import { haveSamePools } from './simulatedEffects.ts'
import type { DetectorState } from './state.ts'
import type { Trial } from './trial.ts'
import { measureTax, trySwaps } from './tryTokens.ts'
import { createWaitingList, type Held, type WaitingListOptions } from './waitingList.ts'

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
  const isPending = (entry: MempoolTransaction) => toPending(entry) !== null
  const toWaiting = ({ entries, pools }: Held): Waiting => ({
    transactions: [...entries].flatMap((entry) => toPending(entry) ?? []),
    pools: [...pools],
  })
  const toShare = (share: SimulationBudget) => ({ budget: share, client: toBudgetedClient(client, share) })
  const all = toShare(budget)
  const half = toShare(withReserve(budget, simulationsPerBlock / 2))
  // State findings usually outlive the block, so they leave three quarters of the budget to findings that expire with the block.
  const quarter = toShare(withReserve(budget, (simulationsPerBlock * 3) / 4))
  type List<question, answer> = Pick<WaitingListOptions<question, answer>, 'ask' | 'onAnswer' | 'budget'>
  const open = <question, answer>(list: List<question, answer>) => createWaitingList({ ...list, isPending, signal })

  const taxes = open<EffectOf<'measure'>, TokenTax>({
    budget,
    ask: (effect) => measureTax(all.client, state, effect),
    onAnswer: ({ token }, tax, held) => send({ kind: 'measured', token, tax, waiting: toWaiting(held) }),
  })
  const openTrials = (share: typeof all) =>
    open<Trial, SwapTrial>({
      budget: share.budget,
      ask: (trial) => trySwaps(share.client, state, trial),
      onAnswer: (trial, result, held) => send({ kind: 'tried', trial, result, waiting: toWaiting(held) }),
    })
  const [pendingTrials, stateTrials] = [openTrials(all), openTrials(quarter)]
  const logs = open<MempoolTransaction, EmittedLogs>({
    budget: half.budget,
    ask: simulateLogs,
    onAnswer: ({ transaction: { hash } }, emitted, held) =>
      send({ kind: 'simulated', hash, logs: emitted, waiting: toWaiting(held) }),
  })
  const copies = open<MempoolTransaction, CopiedCall>({ budget: half.budget, ask: copyNew, onAnswer: sendCopied })

  /** Returns undefined if a block changes the pools meanwhile, because the logs report their states on the block before it. */
  async function simulateLogs({ transaction }: MempoolTransaction): Promise<EmittedLogs | null | undefined> {
    const { pools } = state
    if (pools.block === null) return undefined
    const { gasPrice } = state.terms.cost
    const emitted = await getEmittedLogs(half.client, { transaction, blockNumber: pools.block.number, gasPrice })
    return emitted === null || haveSamePools(emitted.logs, pools, state.pools) ? emitted : undefined
  }

  /** Simulates a call with another sender. */
  async function copy({ transaction }: MempoolTransaction): Promise<CopiedCall | null> {
    const { pools, terms } = state
    if (pools.block === null) return null
    return getCopiedCall(half.client, {
      transaction,
      tokens: payingTokens,
      blockNumber: pools.block.number,
      toNativeValue: (token, amount) => toNativeValue(pools, terms.native, token, amount, terms.taxes),
    })
  }

  /** Returns null without a request if the function of the call is being skipped. */
  async function copyNew(call: MempoolTransaction): Promise<CopiedCall | null> {
    return state.copies.isResting(call, state.pools.block?.number ?? 0n) ? null : copy(call)
  }

  function sendCopied(call: MempoolTransaction, copied: CopiedCall | null): void {
    send({ kind: 'copied', call, copied, pending: toPending(call) })
  }

  async function confirm(call: MempoolTransaction): Promise<void> {
    sendCopied(call, await copy(call).catch(() => null))
  }

  async function prove(opportunity: Opportunity): Promise<void> {
    const { pendingUpdate } = opportunity
    const update = pendingUpdate === null ? null : watcher.get(pendingUpdate)
    const proven = budget.left === 0 ? opportunity.proven : await proveOpportunity(all.client, opportunity, update)
    send({ kind: 'proven', opportunity, proven, isQueued: (update && toPending(update)?.isQueued) ?? false })
  }

  async function checkBorrower({ key, entry, ...borrower }: EffectOf<'checkBorrower'>): Promise<void> {
    if (budget.left === 0) return
    const opportunities = await scanBorrower(all.client, borrower, state.terms.cost.gasPrice)
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
      for (const list of [taxes, pendingTrials, stateTrials, logs, copies]) list.onBlock()
    },
    perform: (effect) => (perform[effect.kind] as Perform<typeof effect.kind>)(effect),
  }
}
