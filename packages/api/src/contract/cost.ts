/**
 * Compute units: a figure, or one that grows with what is asked for: `each` for every started `size` of the argument `of`,
 * or of the blocks from one argument to another. The specification prices gas, price, blockchain and usage; the figures of
 * the other areas are ours.
 */
export type Cost =
  | number
  | {
      readonly base: number
      readonly each: number
      /** What one `size` is, in words. */
      readonly per: string
      readonly of: string | readonly [from: string, to: string]
      readonly size: number
      readonly max?: number
    }

/** 75, and 5 per 1,000 blocks, at most 500; also of `eth_getLogs`. */
export const logsCost = {
  base: 75,
  each: 5,
  per: '1000 blocks',
  of: ['fromBlock', 'toBlock'],
  size: 1000,
  max: 500,
} as const satisfies Cost

type Arguments = { readonly [name: string]: unknown }

/**
 * What a call costs.
 *
 * @param toHead the highest block that is known, null before the first; an end of a range that is open or has a name is there
 * @example
 * computeCost({ base: 0, each: 20, per: 'day', of: 'hours', size: 24 }, { hours: 25 }, () => null) // 40
 */
export function computeCost(cost: Cost, args: Arguments, toHead: () => bigint | null): number {
  if (typeof cost === 'number') return cost
  const { base, each, of, size, max = Number.POSITIVE_INFINITY } = cost
  const amount = typeof of === 'string' ? Number(args[of]) : countBlocks(args[of[0]], args[of[1]], toHead)
  return amount > 0 ? Math.min(max, base + each * Math.ceil(amount / size)) : base
}

function countBlocks(from: unknown, to: unknown, toHead: () => bigint | null): number {
  return toNumber(to, toHead) - toNumber(from, toHead) + 1
}

const headNames = [undefined, null, 'latest', 'pending', 'safe', 'finalized']

function toNumber(block: unknown, toHead: () => bigint | null): number {
  if (block === 'earliest') return 0
  if (headNames.some((name) => name === block)) return Number(toHead() ?? Number.NaN)
  // Of any length: a number beyond every block is as far as a node looks.
  return /^(?:0x[\da-f]+|\d+)$/i.test(String(block)) ? Number(block) : Number.NaN
}
