import type { Unwatch } from '@outrigger/core'
import { type LiquidationScanner, type Opportunity, proveLiquidation } from '@outrigger/defi'
import type { MempoolWatcher } from '@outrigger/mempool'
import type { PublicClient } from 'viem'
import type { SimulationBudget } from '../simulate/simulationBudget.ts'
import { createPoolView } from '../view/poolView.ts'
import type { MevPools } from './detectorTypes.ts'
import { detect, toContext } from './evaluate.ts'
import type { KnownLiquidations } from './knownLiquidations.ts'
import type { LiveFindings } from './liveFindings.ts'
import { toLiquidationInput } from './toLiquidationInput.ts'

export type LiquidationParts = {
  readonly live: Pick<LiveFindings, 'terms' | 'snapshot' | 'report' | 'drop'>
  readonly known: KnownLiquidations
  readonly watcher: Pick<MempoolWatcher, 'get' | 'nonceState'>
  readonly book: Pick<MevPools, 'request'>
  /** Client that takes one request from the budget for each request it sends. */
  readonly client: PublicClient
  readonly budget: SimulationBudget
}

/** Reports the scanner's opportunities as findings, unless a simulation refutes them. Includes those of pending price updates. */
export function watchLiquidations(scanner: Pick<LiquidationScanner, 'on'>, parts: LiquidationParts): Unwatch {
  const { live, known, watcher, book } = parts
  const idsOf = new Map<string, Set<string>>()
  /** Latest opportunity per position. A newer opportunity supersedes an older one that is still in simulation. */
  const latest = new Map<string, Opportunity>()

  async function consider(opportunity: Opportunity): Promise<void> {
    const key = toKey(opportunity)
    latest.set(key, opportunity)
    const proven = await prove(opportunity, parts)
    if (latest.get(key) !== opportunity) return
    if (proven === false) return forget(key, opportunity)
    report(key, { ...opportunity, proven })
  }

  function report(key: string, opportunity: Opportunity): void {
    known.set(opportunity)
    const view = createPoolView(live.snapshot())
    const { pendingUpdate, debtToRepay } = opportunity
    const isQueued = pendingUpdate !== null && watcher.nonceState(pendingUpdate) === 'queued'
    const input = toLiquidationInput(opportunity, { ...live.terms(), view, isQueued })
    // Requests the pools that can price the profit. They arrive too late for this opportunity, but in time for the next one.
    if (input.grossProfit === null) book.request({ tokens: [debtToRepay.token, live.terms().native] })
    const findings = detect(toContext(live.terms(), { before: view, liquidations: [input] }))
    for (const { id } of findings) idsOf.set(key, (idsOf.get(key) ?? new Set()).add(id))
    live.report(findings)
  }

  function forget(key: string, position: Pick<Opportunity, 'protocol' | 'market' | 'borrower'>): void {
    latest.delete(key)
    known.delete(position)
    live.drop([...(idsOf.get(key) ?? [])], 'unprofitable')
    idsOf.delete(key)
  }

  const unwatch = [
    scanner.on('opportunity', (opportunity) => void consider(opportunity)),
    scanner.on('gone', (gone) => forget(toKey(gone), gone)),
  ]
  return () => {
    for (const stop of unwatch) stop()
  }
}

const toKey = ({ protocol, market, borrower }: Pick<Opportunity, 'protocol' | 'market' | 'borrower'>) =>
  `${protocol}:${market}:${borrower}`

/**
 * Returns whether a simulation confirms the liquidation. Returns null if the result is unknown because the budget is used up, the
 * pending price update is gone, or no provider simulates it.
 */
async function prove(opportunity: Opportunity, { client, budget, watcher }: LiquidationParts): Promise<boolean | null> {
  const { proven, pendingUpdate } = opportunity
  if (proven !== null || budget.left === 0) return proven
  const update = pendingUpdate === null ? null : watcher.get(pendingUpdate)
  if (pendingUpdate !== null && !update?.transaction.to) return null
  const before = update?.transaction.to
    ? [{ from: update.transaction.from, to: update.transaction.to, data: update.transaction.input }]
    : []
  return proveLiquidation(client, opportunity, { before }).then(
    (proof) => proof.proven,
    () => null,
  )
}
