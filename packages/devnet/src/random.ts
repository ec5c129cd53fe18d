/** A seeded random number generator. The same seed gives the same sequence on every machine. */
export type Random = {
  /** In [0, 1). */
  next(): number
  /** Integer in [0, below). */
  integer(below: number): number
  pick<item>(items: readonly item[]): item
  /** Normal distribution, mean 0, deviation 1 (Box-Muller). */
  normal(): number
  hex(bytes: number): `0x${string}`
}

/**
 * Creates a generator of numbers in [0, 1): mulberry32 (Tommy Ettinger, public domain) with 32 bits of state, which is
 * enough for scenarios, but not for keys.
 */
export const createUniform = (seed: number): (() => number) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export const createRandom = (seed: number): Random => {
  const next = createUniform(seed)
  const integer = (below: number): number => Math.floor(next() * below)
  return {
    next,
    integer,
    pick: <item>(items: readonly item[]): item => items[integer(items.length)] as item,
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
    hex: (bytes) => `0x${Array.from({ length: bytes }, () => integer(256).toString(16).padStart(2, '0')).join('')}`,
  }
}
