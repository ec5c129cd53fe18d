import type { PoolState } from '@outrigger/defi/internal'

/** What a simulation has shown that a pending transaction does: the pools that it moves as it leaves them. */
export type Effect = { readonly reverts: boolean; readonly pools: readonly PoolState[] }
