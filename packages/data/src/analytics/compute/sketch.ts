// HyperLogLog (Flajolet et al. 2007) with the estimator of Ertl, "New cardinality estimation algorithms for HyperLogLog
// sketches" (arXiv 1702.01284, algorithm 6), which needs no corrections for small or large counts.

const indexBits = 12
const registers = 1 << indexBits
/** Highest rank. A rank is the position of the first 1 in 32 bits, or 33 if all bits are 0. */
const mostRank = 33
const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const digitValues = new Uint8Array(128)
for (let index = 0; index < digits.length; index += 1) digitValues[digits.charCodeAt(index)] = index

/** Relative standard error of an estimate: 1.04/√4096. */
export const sketchError = 1.04 / Math.sqrt(registers)

/**
 * A sketch that estimates how many distinct texts were added. Two sketches can be merged into the sketch of both
 * sets.
 */
export type Sketch = Uint8Array

export const createSketch = (): Sketch => new Uint8Array(registers)

export function addText(sketch: Sketch, text: string): void {
  // cyrb53 by bryc, public domain: two multiplicative hashes, mixed at the end.
  let a = 0xdeadbeef
  let b = 0x41c6ce57
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    a = Math.imul(a ^ code, 2654435761)
    b = Math.imul(b ^ code, 1597334677)
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909)
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909)
  raise(sketch, a >>> (32 - indexBits), Math.clz32(b) + 1)
}

function raise(sketch: Sketch, index: number, rank: number): void {
  if (rank > (sketch[index] as number)) sketch[index] = rank
}

/** Returns the estimated number of distinct texts. */
export function estimateDistinct(sketch: Sketch): number {
  const counts = new Array<number>(mostRank + 1).fill(0)
  for (const rank of sketch) counts[rank] = (counts[rank] as number) + 1
  let sum = registers * tau(1 - (counts[mostRank] as number) / registers)
  for (let rank = mostRank - 1; rank >= 1; rank -= 1) sum = 0.5 * (sum + (counts[rank] as number))
  sum += registers * sigma((counts[0] as number) / registers)
  return registers ** 2 / (2 * Math.LN2 * sum)
}

function sigma(start: number): number {
  if (start === 1) return Number.POSITIVE_INFINITY
  let [x, y, z, before] = [start, 1, start, Number.NaN]
  while (z !== before) {
    x *= x
    before = z
    z += x * y
    y += y
  }
  return z
}

function tau(start: number): number {
  if (start === 0 || start === 1) return 0
  let [x, y, z, before] = [start, 1, 1 - start, Number.NaN]
  while (z !== before) {
    x = Math.sqrt(x)
    before = z
    y *= 0.5
    z -= (1 - x) ** 2 * y
  }
  return z / 3
}

/**
 * Returns the stored form. It has three digits of 6 bits for each register that is not zero, or one digit for every
 * register.
 */
export function toSketchText(sketch: Sketch): string {
  let sparse = 's'
  let dense = 'd'
  for (let index = 0; index < registers; index += 1) {
    const rank = sketch[index] as number
    dense += digits[rank]
    if (rank > 0) sparse += `${digits[index >> 6]}${digits[index & 63]}${digits[rank]}`
  }
  return sparse.length < dense.length ? sparse : dense
}

/** Merges a stored sketch into a sketch. */
export function mergeSketchText(sketch: Sketch, text: string): void {
  const digit = (at: number) => digitValues[text.charCodeAt(at)] as number
  if (text.startsWith('d')) for (let index = 0; index < registers; index += 1) raise(sketch, index, digit(index + 1))
  else for (let at = 1; at < text.length; at += 3) raise(sketch, (digit(at) << 6) | digit(at + 1), digit(at + 2))
}
