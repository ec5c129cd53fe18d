import type { Unwatch } from '@outrigger/core'
import { createBoundedMap } from '@outrigger/core/internal'
import type { MempoolTransaction, MempoolWatcher } from '@outrigger/mempool'
import { type Address, type Hex, type PublicClient, slice } from 'viem'
import type { CopiedCall } from '../detect/frontrun/copiedCall.ts'
import { explainNotCopyable, toFrontrunId } from '../detect/frontrun/frontrun.ts'
import { getCopiedCall } from '../simulate/getCopiedCall.ts'
import type { SimulationBudget } from '../simulate/simulationBudget.ts'
import { createPoolView } from '../view/poolView.ts'
import { toNativeValue } from '../view/valuation.ts'
import type { GoneReason } from './detectorTypes.ts'
import { detect, toContext } from './evaluate.ts'
import { createHeldQueue } from './heldQueue.ts'
import type { LiveFindings } from './liveFindings.ts'

export type CopyParts = {
  readonly live: Pick<LiveFindings, 'terms' | 'snapshot' | 'report' | 'drop'>
  readonly client: PublicClient
  readonly budget: SimulationBudget
  /** Tokens that a copied call may pay out, in addition to ether. */
  readonly tokens: readonly Address[]
  readonly signal: AbortSignal
}

/** Types of transactions that may pay any sender. Plain swaps and transfers are not copied. */
const types: readonly MempoolTransaction['classification']['type'][] = ['other', 'liquidation', 'flashloan']
/**
 * If `mostRefused` calls of a function in a row could not be copied, the function is skipped for `restBlocks` blocks.
 */
const mostRefused = 3
const restBlocks = 32n
const maxFunctions = 10_000

/** Largest number of reported calls to confirm in each block. */
const maxReported = 64
/** A reported call is withdrawn after this number of blocks in a row in which it could not be simulated. */
const mostUnconfirmed = 4

/** A reported call. `unconfirmed` counts the blocks since its last successful simulation. */
type Reported = { readonly entry: MempoolTransaction; readonly unconfirmed: number }

export type Copies = {
  /** Simulates the reported calls on the new block, and withdraws those that no longer pay. */
  onBlock(): void
  readonly close: Unwatch
}

/** Simulates pending calls with another sender, within the budget. Calls beyond the budget wait for later blocks. */
export function watchCopies(watcher: Pick<MempoolWatcher, 'on' | 'nonceState'>, parts: CopyParts): Copies {
  const { live, client, budget, tokens, signal } = parts
  const refused = createBoundedMap<string, { readonly count: number; readonly blockNumber: bigint }>(maxFunctions)
  const reported = createBoundedMap<Hex, Reported>(maxReported)
  const isPending = ({ transaction }: MempoolTransaction) => watcher.nonceState(transaction.hash) !== null

  const queue = createHeldQueue<MempoolTransaction, CopiedCall>({
    budget,
    signal,
    isPending,
    ask: (_, entry) => tryCopy(entry),
    onLearned: () => {},
    onAnswer: (_, entry, copied) => copied && learn(entry, copied),
  })

  /** Simulates one call. Returns null without a request if the function is being skipped. */
  async function tryCopy({ transaction }: MempoolTransaction): Promise<CopiedCall | null> {
    const [pools, { native, taxes }] = [live.snapshot(), live.terms()]
    if (pools.block === null || isResting(toFunction(transaction), pools.block.number)) return null
    return getCopiedCall(client, {
      transaction,
      tokens,
      blockNumber: pools.block.number,
      budget,
      toNativeValue: (token, amount) => toNativeValue(pools, native, token, amount, taxes),
    })
  }

  function isResting(key: string, blockNumber: bigint): boolean {
    const before = refused.get(key)
    return before !== undefined && before.count >= mostRefused && blockNumber < before.blockNumber + restBlocks
  }

  function learn(entry: MempoolTransaction, copied: CopiedCall): void {
    const key = toFunction(entry.transaction)
    const blockNumber = live.snapshot().block?.number ?? 0n
    if (explainNotCopyable(copied) === null) refused.delete(key)
    else refused.set(key, { count: (refused.get(key)?.count ?? 0) + 1, blockNumber })
    const { hash } = entry.transaction
    // The call may have been mined during the simulation.
    if (!isPending(entry)) return void reported.delete(hash)
    const findings = detect(toContext(live.terms(), { before: createPoolView(live.snapshot()), copied }))
    if (findings.length === 0) withdraw(hash, 'unprofitable')
    else reported.set(hash, { entry, unconfirmed: 0 })
    live.report(findings)
  }

  function withdraw(hash: Hex, reason: GoneReason): void {
    reported.delete(hash)
    live.drop([toFrontrunId(hash)], reason)
  }

  async function confirm(hash: Hex, { entry, unconfirmed }: Reported): Promise<void> {
    if (!isPending(entry)) return void reported.delete(hash)
    const copied = budget.left > 0 ? await tryCopy(entry).catch(() => null) : null
    if (copied !== null) learn(entry, copied)
    // A provider error does not show whether the call still pays.
    else if (unconfirmed + 1 >= mostUnconfirmed) withdraw(hash, 'unconfirmed')
    else reported.set(hash, { entry, unconfirmed: unconfirmed + 1 })
  }

  return {
    onBlock() {
      for (const [hash, one] of [...reported.entries()]) void confirm(hash as Hex, one as Reported)
      queue.onBlock()
    },
    // Uses the event instead of `watch`, so that the detector does not count as a subscriber.
    close: watcher.on('transaction', (entry) => {
      const { transaction, classification } = entry
      if (types.includes(classification.type) && isCall(transaction))
        queue.hold(transaction.hash, entry, { for: entry, worth: 0n })
    }),
  }
}

const isCall = ({ to, input }: MempoolTransaction['transaction']): boolean => to !== null && input.length >= 10

/** Returns the key of a called function: the contract and the selector. */
const toFunction = ({ to, input }: MempoolTransaction['transaction']): string => `${to}:${slice(input, 0, 4)}`
