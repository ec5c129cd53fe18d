import type { PoolKindId } from '../poolState.ts'
import type { Path } from './routeGraph.ts'

/**
 * Gas of a transaction with one swap through a router, without the swap itself: base cost, calldata, a Permit2
 * transfer.
 */
const transactionGas = 70_000n

/**
 * Gas of one pool in a route through a router. Pairs and ticks are measured on Uniswap's contracts, where a crossed
 * tick costs about 20,000 more. The others are estimates.
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

/** Returns the gas of a path's pools. */
export function computePathGas(path: Path): bigint {
  return path.reduce((sum, { pool }) => sum + hopGas[pool.kind], 0n)
}

/** Returns the gas of a transaction that swaps along some paths. */
export function computeRouteGas(paths: readonly Path[]): bigint {
  return paths.reduce((sum, path) => sum + computePathGas(path), transactionGas)
}
