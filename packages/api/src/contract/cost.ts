/**
 * Compute units of a call: a fixed number, or `base` plus `each` per started `size` of the argument `of`. If `of` names two
 * arguments, the number of blocks between them counts. The specification sets the costs of gas, price, blockchain and
 * usage. We chose the costs of the other areas.
 */
export type Cost =
  | number
  | {
      readonly base: number
      readonly each: number
      /** Name of one `size`, such as `day`. */
      readonly per: string
      readonly of: string | readonly [from: string, to: string]
      readonly size: number
      readonly max?: number
    }

/** 75 plus 5 per 1,000 blocks, at most 500. Also the cost of `eth_getLogs`. */
export const logsCost = {
  base: 75,
  each: 5,
  per: '1000 blocks',
  of: ['fromBlock', 'toBlock'],
  size: 1000,
  max: 500,
} as const satisfies Cost

/** Returns a cost in words: `75 + 5 per 1000 blocks, at most 500`. */
export function toCostText(cost: Cost): string {
  if (typeof cost === 'number') return String(cost)
  const { base, each, per, max } = cost
  return `${base > 0 ? `${base} + ` : ''}${each} per ${per}${max ? `, at most ${max}` : ''}`
}

type Arguments = { readonly [name: string]: unknown }

/**
 * Returns the compute units of a call.
 *
 * @param toHead returns the highest known block, or null before the first. Open and named ends of a range, such as `latest`,
 * count as this block
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
  // Accepts numbers of any length, also above the head. `max` limits the cost.
  return /^(?:0x[\da-f]+|\d+)$/i.test(String(block)) ? Number(block) : Number.NaN
}
