import type { Pool } from './account.ts'

/** Compute units of a key's two pools. */
export type PoolUnits = { readonly [pool in Pool]: number }

/** What nodes may spend of a key's pools beyond what the store knows of, by their names. */
export type NodeBlocks = { readonly [owner: string]: PoolUnits }

/** Enough for one call of any kind, and where less is left, all of that. */
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
}

/**
 * What a node may spend of a pool: what it has admitted, and of what nobody has, half an equal part. So blocks shrink towards
 * the end of the pool, far from it they last while the store is away, and together they are never more than the pool.
 *
 * @example computeBlock({ unused: 100_000, others: 40_000, admitted: 0, nodes: 3, use: 'active' }) // 10_000
 */
export function computeBlock({ unused, others, admitted, nodes, use }: Pooled): number {
  const free = Math.max(0, unused - others - admitted)
  if (use === 'ended') return admitted
  const part = Math.floor(free / (2 * nodes))
  return admitted + (use === 'idle' ? part : Math.max(part, Math.min(free, leastBlock)))
}
