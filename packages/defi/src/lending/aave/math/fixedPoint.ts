const wad = 10n ** 18n
const halfRay = 5n * 10n ** 26n
const percent = 10_000n
const halfPercent = 5_000n

/** One, with 27 decimals. */
export const ray = 10n ** 27n

/*
 * WadRayMath and PercentageMath of the Aave contracts. They round to nearest, halves up, unless the name says otherwise.
 * Overflows are not checked, because no token amount is large enough.
 */

export function mulDivUp(a: bigint, b: bigint, c: bigint): bigint {
  return (a * b + c - 1n) / c
}

export function wadDiv(a: bigint, b: bigint): bigint {
  return (a * wad + b / 2n) / b
}

export function rayMul(a: bigint, b: bigint): bigint {
  return (a * b + halfRay) / ray
}

export function rayMulDown(a: bigint, b: bigint): bigint {
  return (a * b) / ray
}

export function rayMulUp(a: bigint, b: bigint): bigint {
  return mulDivUp(a, b, ray)
}

export function rayDiv(a: bigint, b: bigint): bigint {
  return (a * ray + b / 2n) / b
}

export function rayDivDown(a: bigint, b: bigint): bigint {
  return (a * ray) / b
}

export function rayDivUp(a: bigint, b: bigint): bigint {
  return mulDivUp(a, ray, b)
}

export function percentMul(a: bigint, bps: bigint): bigint {
  return (a * bps + halfPercent) / percent
}

export function percentMulDown(a: bigint, bps: bigint): bigint {
  return (a * bps) / percent
}

export function percentMulUp(a: bigint, bps: bigint): bigint {
  return mulDivUp(a, bps, percent)
}

export function percentDiv(a: bigint, bps: bigint): bigint {
  return (a * percent + bps / 2n) / bps
}

export function percentDivDown(a: bigint, bps: bigint): bigint {
  return (a * percent) / bps
}

export function percentDivUp(a: bigint, bps: bigint): bigint {
  return mulDivUp(a, percent, bps)
}
