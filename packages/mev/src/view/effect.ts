import type { PoolState } from '@outrigger/defi/internal'

/** Simulated effect of a pending transaction: the new states of the pools that it changes. */
export type Effect = { readonly reverts: boolean; readonly pools: readonly PoolState[] }
