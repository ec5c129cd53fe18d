import type { MempoolTransaction } from '@outrigger/mempool'
import type { MevPools } from './detectorTypes.ts'

/** Largest number of pools requested per transaction, because calldata can name thousands. */
const maxRequests = 4

/** Requests the pools of a transaction's swaps. They are read too late for this transaction, but in time for the next. */
export function requestPools(book: MevPools, { classification }: MempoolTransaction): void {
  let left = maxRequests
  for (const action of classification.actions) {
    if (action.kind !== 'swap') continue
    for (const id of action.pools) if (left-- > 0) book.request({ id })
    if (action.pools.length > 0) continue
    for (const [index, tokenOut] of action.path.slice(1).entries()) {
      const tokenIn = action.path[index]
      if (tokenIn !== undefined && tokenIn !== tokenOut && left-- > 0) book.request({ tokens: [tokenIn, tokenOut] })
    }
  }
}
