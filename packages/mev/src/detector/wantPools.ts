import type { MempoolTransaction } from '@outrigger/mempool'
import type { MevPools } from './detectorTypes.ts'

/** Most pools wanted of one transaction: calldata may name thousands. */
const mostWanted = 4

/** Has the pools of a transaction's swaps read: too late for it, in time for the next. */
export function wantPools(book: MevPools, { classification }: MempoolTransaction): void {
  let left = mostWanted
  for (const action of classification.actions) {
    if (action.kind !== 'swap') continue
    for (const id of action.pools) if (left-- > 0) book.want({ id })
    if (action.pools.length > 0) continue
    for (const [index, tokenOut] of action.path.slice(1).entries()) {
      const tokenIn = action.path[index]
      if (tokenIn !== undefined && tokenIn !== tokenOut && left-- > 0) book.want({ tokens: [tokenIn, tokenOut] })
    }
  }
}
