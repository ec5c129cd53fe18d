import type { MempoolTransaction } from '@outrigger/mempool'
import type { MevPools } from './detectorTypes.ts'

type PoolRequest = Parameters<MevPools['request']>[0]

/** Pools requested per pending transaction. Calldata can name thousands. */
const mostRequests = 4

/** Returns requests for the pools of a transaction's swaps, which the book reads with its next block. At most `most` requests. */
export function toPoolRequests(
  { classification }: Pick<MempoolTransaction, 'classification'>,
  most = mostRequests,
): readonly PoolRequest[] {
  const requests: PoolRequest[] = []
  for (const action of classification.actions) {
    if (requests.length >= most) break
    if (action.kind !== 'swap') continue
    requests.push(...action.pools.map((id) => ({ id })))
    if (action.pools.length > 0) continue
    for (const [index, tokenOut] of action.path.slice(1).entries()) {
      const tokenIn = action.path[index]
      if (tokenIn !== undefined && tokenIn !== tokenOut) requests.push({ tokens: [tokenIn, tokenOut] })
    }
  }
  return requests.slice(0, most)
}
