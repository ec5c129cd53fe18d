import type { PoolKindId } from '../poolState.ts'
import type { Path } from './routeGraph.ts'

/** Of a transaction with one swap through a router, beside the swap itself: its base, calldata, a transfer by Permit2. */
const transactionGas = 70_000n

/**
 * Gas of one pool on the way through a router. Pairs and ticks as measured on Uniswap's contracts, where a crossed tick
 * costs some 20,000 more; the others are estimates.
 */
const hopGas: { readonly [kind in PoolKindId]: bigint } = {
  pair: 70_000n,
  ticks: 85_000n,
  v4: 80_000n,
  solidly: 110_000n,
  stableswap: 150_000n,
  cryptoswap: 270_000n,
  weighted: 120_000n,
  balancerStable: 150_000n,
}

/** Gas of the pools of a path. */
export function computePathGas(path: Path): bigint {
  return path.reduce((sum, { pool }) => sum + hopGas[pool.kind], 0n)
}

/** Gas of a transaction that swaps along some paths. */
export function computeRouteGas(paths: readonly Path[]): bigint {
  return paths.reduce((sum, path) => sum + computePathGas(path), transactionGas)
}
