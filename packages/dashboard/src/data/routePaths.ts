import type { Response } from '@outrigger/api/contract'

export type Hop = Response<'swapQuote'>['data']['route'][number]

/** A path of a swap from the sold to the bought token, and its share of the input in percent. */
export type Path = { readonly percent: number; readonly hops: readonly Hop[] }

/**
 * Divides the hops of a route into paths. Each path starts at the token that is sold.
 *
 * @param route the hops of each path in order
 * @example toPaths([{ from: a, to: b, … }, { from: b, to: c, … }, { from: a, to: c, … }]).length // 2
 */
export function toPaths(route: readonly Hop[]): readonly Path[] {
  const starts = route.flatMap(({ from }, index) => (from === route[0]?.from ? [index] : []))
  return starts.map((start, index) => ({
    percent: route[start]?.percent ?? 0,
    hops: route.slice(start, starts[index + 1]),
  }))
}
