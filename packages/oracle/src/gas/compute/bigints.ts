export const max = (a: bigint, b: bigint): bigint => (a > b ? a : b)
export const min = (a: bigint, b: bigint): bigint => (a < b ? a : b)

/** Compares two amounts for an ascending sort. */
export const ascending = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0)
