import type { Unwatch } from '@outrigger/core'
import { createBoundedMap } from '@outrigger/core/internal'
import type { MempoolTransaction, MempoolWatcher } from '@outrigger/mempool'
import { type Address, type Hex, type PublicClient, slice } from 'viem'
import { explainNotCopyable, toFrontrunId } from '../detect/frontrun/frontrun.ts'
import { getCopiedCall } from '../simulate/getCopiedCall.ts'
import type { SimulationBudget } from '../simulate/simulationBudget.ts'
import { createPoolView } from '../view/poolView.ts'
import { toNativeValue } from '../view/valuation.ts'
import { detect, toContext } from './evaluate.ts'
import type { LiveFindings } from './liveFindings.ts'

export type CopyParts = {
  readonly live: Pick<LiveFindings, 'terms' | 'snapshot' | 'tell' | 'drop'>
  readonly client: PublicClient
  readonly budget: SimulationBudget
  /** In which a call may pay, beside ether. */
  readonly tokens: readonly Address[]
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

/** Carries pending calls out in another name, within the budget of simulations. */
export function watchCopies(watcher: Pick<MempoolWatcher, 'on' | 'nonceState'>, parts: CopyParts): Copies {
  const { live, client, budget, tokens } = parts
  const refused = createBoundedMap<string, { readonly count: number; readonly blockNumber: bigint }>(maxFunctions)

  const reported = createBoundedMap<Hex, MempoolTransaction>(maxTold)

  async function consider(entry: MempoolTransaction): Promise<void> {
    const { transaction } = entry
    const [pools, { native, taxes, cost }] = [live.snapshot(), live.terms()]
    const key = toFunction(transaction)
    if (pools.block === null || key === null || budget.left === 0) return
    const blockNumber = pools.block.number
    const before = refused.get(key) ?? { count: 0, blockNumber }
    if (before.count >= mostRefused && blockNumber < before.blockNumber + restBlocks) return
    // A provider that fails at it says nothing of the call.
    const copied = await getCopiedCall(client, {
      ...{ transaction, tokens, blockNumber, budget, gasPrice: cost.gasPrice },
      toNativeValue: (token, amount) => toNativeValue(pools, native, token, amount, taxes),
    }).catch(() => null)
    if (copied === null) return
    if (explainNotCopyable(copied) === null) refused.delete(key)
    else refused.set(key, { count: before.count + 1, blockNumber })
    // A block may hold it by now.
    if (watcher.nonceState(transaction.hash) === null) return
    const findings = detect(toContext(live.terms(), { before: createPoolView(pools), copied }))
    if (findings.length > 0) reported.set(transaction.hash, entry)
    live.tell(findings)
  }

  async function confirm(hash: Hex, entry: MempoolTransaction): Promise<void> {
    reported.delete(hash)
    if (watcher.nonceState(hash) !== null) await consider(entry)
    if (!reported.has(hash)) live.drop([toFrontrunId(hash)], 'block')
  }
  return {
    onBlock() {
      for (const [hash, entry] of [...reported.entries()]) void confirm(hash as Hex, entry as MempoolTransaction)
    },
    // As an event: MEV detection is no subscriber.
    close: watcher.on('transaction', (entry) => {
      if (types.includes(entry.classification.type)) void consider(entry)
    }),
  }
}

function toFunction({ to, input }: { readonly to: Address | null; readonly input: Hex }): string | null {
  return to === null || input.length < 10 ? null : `${to}:${slice(input, 0, 4)}`
}
