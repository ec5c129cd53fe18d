/** A token or a pool may change its terms: what a simulation has shown is asked about again after so many blocks. */
export const validBlocks = 32
/** Until then the old answer counts while it is asked about again. */
export const usableBlocks = 64

/** How many blocks ago something was seen; infinity where it never was, or on a branch that went further than the chain does. */
export function toBlockAge(seen: { readonly blockNumber: bigint } | null | undefined, now: bigint): number {
  return seen && seen.blockNumber <= now ? Number(now - seen.blockNumber) : Number.POSITIVE_INFINITY
}
