/** What one node says of a key. */
export type NodeShare = {
  /** Part of the key's rates that it lets through, 0-1. */
  readonly share: number
  /** What it was asked for within a second, in parts of the limit that was asked most, at most 1. */
  readonly demand: number
}

/** So that a node that nobody asks can find out when somebody does. */
const least = 0.001

/**
 * The part of a key's rates that a node takes: by demand, and what nobody asks for in equal parts. It gives up at once what
 * it has above that, and takes only what the others leave, so that all parts together are at most the whole.
 *
 * @param own what it has now
 * @example computeShare({ share: 0.5, demand: 0.2 }, [{ share: 0.5, demand: 1 }]) // 0.1666…
 */
export function computeShare(own: NodeShare, others: readonly NodeShare[]): number {
  const sum = (pick: (one: NodeShare) => number) => others.reduce((total, one) => total + pick(one), 0)
  const demand = own.demand + sum((one) => one.demand)
  const wanted = demand > 1 ? own.demand / demand : own.demand + (1 - demand) / (others.length + 1)
  if (wanted <= own.share) return Math.max(least, wanted)
  return Math.max(own.share, Math.min(wanted, 1 - sum((one) => one.share)))
}
