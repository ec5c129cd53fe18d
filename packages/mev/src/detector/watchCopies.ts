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
import { detect, toContext } from './evaluate.ts'
import { createHeldQueue } from './heldQueue.ts'
import type { LiveFindings } from './liveFindings.ts'

export type CopyParts = {
  readonly live: Pick<LiveFindings, 'terms' | 'snapshot' | 'tell' | 'drop'>
  readonly client: PublicClient
  readonly budget: SimulationBudget
  /** In which a call may pay, beside ether. */
  readonly tokens: readonly Address[]
  readonly signal: AbortSignal
}

/** Calls whose profit anyone could take are looked for among those that are no plain swaps and transfers. */
const types: readonly MempoolTransaction['classification']['type'][] = ['other', 'liquidation', 'flashloan']
/** A function that so many calls in a row could not be copied of is not asked about for so many blocks. */
const mostRefused = 3
const restBlocks = 32n
const maxFunctions = 10_000

/** Pending calls that were reported, which each block is to confirm. */
const maxTold = 64

export type Copies = {
  /** A new block: what was reported is carried out anew, and taken back where it pays no more. */
  onBlock(): void
  readonly close: Unwatch
}

/** Carries pending calls out in another name, within the budget of simulations; over blocks where need be. */
export function watchCopies(watcher: Pick<MempoolWatcher, 'on' | 'nonceState'>, parts: CopyParts): Copies {
  const { live, client, budget, tokens, signal } = parts
  const refused = createBoundedMap<string, { readonly count: number; readonly blockNumber: bigint }>(maxFunctions)
  const reported = createBoundedMap<Hex, MempoolTransaction>(maxTold)
  const isPending = ({ transaction }: MempoolTransaction) => watcher.nonceState(transaction.hash) !== null

  const queue = createHeldQueue<MempoolTransaction, CopiedCall>({
    budget,
    signal,
    isPending,
    ask: (_, entry) => tryCopy(entry),
    onLearned: () => {},
    onAnswer: (_, entry, copied) => copied && learn(entry, copied),
  })

  /** Null where it need not be asked: of a function that could not be copied of late. */
  async function tryCopy({ transaction }: MempoolTransaction): Promise<CopiedCall | null> {
    const [pools, { native, taxes, cost }] = [live.snapshot(), live.terms()]
    if (pools.block === null || isResting(toFunction(transaction), pools.block.number)) return null
    return getCopiedCall(client, {
      transaction,
      tokens,
      blockNumber: pools.block.number,
      budget,
      gasPrice: cost.gasPrice,
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
    // A block may hold it by now.
    if (!isPending(entry)) return
    const findings = detect(toContext(live.terms(), { before: createPoolView(live.snapshot()), copied }))
    if (findings.length > 0) reported.set(entry.transaction.hash, entry)
    live.tell(findings)
  }

  async function confirm(hash: Hex, entry: MempoolTransaction): Promise<void> {
    reported.delete(hash)
    // A provider that fails at it says nothing of the call.
    const copied = isPending(entry) && budget.left > 0 ? await tryCopy(entry).catch(() => null) : null
    if (copied) learn(entry, copied)
    if (!reported.has(hash)) live.drop([toFrontrunId(hash)], 'block')
  }

  return {
    onBlock() {
      for (const [hash, entry] of [...reported.entries()]) void confirm(hash as Hex, entry as MempoolTransaction)
      queue.onBlock()
    },
    // As an event: MEV detection is no subscriber.
    close: watcher.on('transaction', (entry) => {
      const { transaction, classification } = entry
      if (types.includes(classification.type) && isCall(transaction))
        queue.hold(transaction.hash, entry, { for: entry, worth: 0n })
    }),
  }
}

const isCall = ({ to, input }: MempoolTransaction['transaction']): boolean => to !== null && input.length >= 10

/** The contract that is called, and the function's selector. */
const toFunction = ({ to, input }: MempoolTransaction['transaction']): string => `${to}:${slice(input, 0, 4)}`
