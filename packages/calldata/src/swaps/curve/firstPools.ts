import type { ChainName } from '@outrigger/core'
import type { Address } from 'viem'
import { curvePools } from './poolAddresses.ts'

/** Pools with their coins in the pool's order. */
export type CurvePools = readonly {
  readonly address: Address
  readonly kind: 'stableswap' | 'cryptoswap'
  readonly coins: readonly Address[]
}[]

/** Curve pools that are older than its factories, and a few later ones. */
export const curveFirstPools: { readonly [chain in ChainName]?: CurvePools } = Object.fromEntries(
  Object.entries(curvePools).map(([chain, pools]) => [
    chain,
    (['stableswap', 'cryptoswap'] as const).flatMap((kind) =>
      (pools[kind] ?? []).map(([address, coins]) => ({ address, coins, kind })),
    ),
  ]),
)
