import type { MempoolTransaction } from '@outrigger/mempool'
import type { MevPools } from './detectorTypes.ts'

/** Pools requested per pending transaction. Calldata can name thousands. */
const maxPendingRequests = 4

/** Requests the pools of a transaction's swaps, which the book reads with its next block. At most `max` requests. */
export function requestPools(
  book: Pick<MevPools, 'request'>,
  { classification }: Pick<MempoolTransaction, 'classification'>,
  max = maxPendingRequests,
): void {
  let left = max
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
