import type { Unwatch } from '@outrigger/core'
import type { MempoolTransaction, MempoolWatcher } from '@outrigger/mempool'
import { getCopiedCall } from '../simulate/getCopiedCall.ts'
import { createPoolView } from '../view/poolView.ts'
import { toNativeValue } from '../view/valuation.ts'
import type { Confirmation } from './confirmation.ts'
import { detect, toContext } from './evaluate.ts'
import type { LiveFindings } from './liveFindings.ts'

/** Calls whose profit anyone could take are looked for among those that are no plain swaps and transfers. */
const types = ['other', 'liquidation', 'flashloan'] as const

/** Carries pending calls out in another name, within the budget of simulations. */
export function watchCopies(
  watcher: Pick<MempoolWatcher, 'watch'>,
  { terms, snapshot, tell }: Pick<LiveFindings, 'terms' | 'snapshot' | 'tell'>,
  { client, budget }: Pick<Confirmation, 'client' | 'budget'>,
): Unwatch {
  async function consider({ transaction }: MempoolTransaction): Promise<void> {
    const [pools, { native, taxes }] = [snapshot(), terms()]
    if (pools.block === null) return
    // A provider that fails at it says nothing of the call.
    const copied = await getCopiedCall(client, {
      ...{ transaction, tokens: [native], blockNumber: pools.block.number, budget },
      toNativeValue: (token, amount) => toNativeValue(pools, native, token, amount, taxes),
    }).catch(() => null)
    if (copied !== null) tell(detect({ ...toContext(terms(), createPoolView(pools)), copied }))
  }
  return watcher.watch({ types }, (entry) => void consider(entry))
}
