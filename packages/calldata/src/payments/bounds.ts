/** Lower and upper limit of an amount that may not be known exactly. Null means no limit. Smallest units. */
export type Bounds = { readonly least: bigint | null; readonly most: bigint | null }

/** Limits that allow any amount. */
export const unbounded: Bounds = { least: 0n, most: null }

/** Returns limits that allow only this amount, or any amount if it is null. */
export function exactly(amount: bigint | null): Bounds {
  return amount === null ? unbounded : { least: amount, most: amount }
}

/** Returns the amount if it is known, otherwise null. */
export function toExact({ least, most }: Bounds): bigint | null {
  return least === most ? least : null
}

export function add(a: Bounds, b: Bounds): Bounds {
  return { least: plus(a.least, b.least), most: plus(a.most, b.most) }
}

export function subtract(a: Bounds, b: Bounds): Bounds {
  return { least: minus(a.least, b.most), most: minus(a.most, b.least) }
}

/** Applies a monotonically increasing function to both limits. */
export function through(bounds: Bounds, apply: (amount: bigint) => bigint): Bounds {
  const map = (amount: bigint | null) => (amount === null ? null : apply(amount))
  return { least: map(bounds.least), most: map(bounds.most) }
}

/** Raises negative limits, and an unknown lower limit, to 0. */
export function positive({ least, most }: Bounds): Bounds {
  return { least: least === null || least < 0n ? 0n : least, most: most !== null && most < 0n ? 0n : most }
}

const plus = (a: bigint | null, b: bigint | null) => (a === null || b === null ? null : a + b)
const minus = (a: bigint | null, b: bigint | null) => (a === null || b === null ? null : a - b)
