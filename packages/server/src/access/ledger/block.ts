import type { Pool } from './account.ts'

/** Compute units of a key's two pools. */
export type PoolUnits = { readonly [pool in Pool]: number }

/** What nodes may spend of a key's pools beyond what the store knows of, by their names. */
export type NodeBlocks = { readonly [owner: string]: PoolUnits }

/** Enough for one call of any kind; of a small pool an equal part. */
export const leastBlock = 5000

/** How a node uses a key: now, some time ago, or not any more. */
export type KeyUse = 'active' | 'idle' | 'ended'

type Pooled = {
  /** Of the month, less what the store knows of. */
  readonly unused: number
  /** Blocks of the other nodes. */
  readonly others: number
  /** By this node, and not in the store yet. */
  readonly admitted: number
  readonly nodes: number
  readonly use: KeyUse
  /** What the dearest call costs that was refused here of late. */
  readonly wanted: number
}

/**
 * What a node may spend of a pool: what it has admitted, and of what nobody has, half an equal part; of a small rest a whole
 * one, and what a refused call costs. So blocks shrink towards the end of the pool, far from it they last while the store is
 * away, and together they are never more than the pool.
 *
 * @example computeBlock({ unused: 100_000, others: 40_000, admitted: 0, nodes: 3, use: 'active', wanted: 0 }) // 10_000
 */
export function computeBlock({ unused, others, admitted, nodes, use, wanted }: Pooled): number {
  const free = Math.max(0, unused - others - admitted)
  if (use === 'ended') return admitted
  const half = Math.floor(free / (2 * nodes))
  const least = use === 'idle' ? 0 : Math.min(leastBlock, Math.floor(free / nodes))
  return admitted + Math.max(half, least, Math.min(free, wanted))
}
