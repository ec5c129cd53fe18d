const window = 0x1fff
/** Number of bytes at the end of the input in which FastLZ does not search for matches. */
const tail = 13

/**
 * Returns the length in bytes of the input compressed with FastLZ (level 1). Source: OP-stack specifications,
 * `fjord/exec-engine`, "FastLZ implementation", in the variant of Solady's LibZip that the GasPriceOracle contract uses.
 *
 * @example computeFastLzLength(new Uint8Array(100)) // 13
 */
export function computeFastLzLength(input: Uint8Array): number {
  const table = new Uint32Array(window + 1)
  const limit = Math.max(0, input.length - tail)
  let length = 0
  let anchor = 0
  let at = 2
  while (at < limit) {
    const found = findMatch(input, table, at, limit)
    if (found === null) break
    at = found.at
    if (at > anchor) length += computeLiteralsLength(at - anchor)
    const matched = countEqual(input, found.match + 3, at + 3, limit + 9)
    length += computeMatchLength(matched)
    at = remember(input, table, remember(input, table, at + matched))
    anchor = at
  }
  return length + computeLiteralsLength(input.length - anchor)
}

/** Returns the next position whose three bytes repeat earlier ones. */
function findMatch(
  input: Uint8Array,
  table: Uint32Array,
  from: number,
  limit: number,
): { readonly at: number; readonly match: number } | null {
  for (let at = from; ; at += 1) {
    const sequence = read24(input, at)
    const slot = toSlot(sequence)
    const match = table[slot] as number
    table[slot] = at
    if (at >= limit) return null
    // The original advances before it compares, so it stops at the limit even after a match.
    if (at - match <= window && sequence === read24(input, match)) return at + 1 >= limit ? null : { at, match }
  }
}

function remember(input: Uint8Array, table: Uint32Array, at: number): number {
  table[toSlot(read24(input, at))] = at
  return at + 1
}

function read24(input: Uint8Array, at: number): number {
  return (input[at] ?? 0) | ((input[at + 1] ?? 0) << 8) | ((input[at + 2] ?? 0) << 16)
}

function toSlot(sequence: number): number {
  return (Math.imul(2_654_435_769, sequence) >>> 19) & window
}

function countEqual(input: Uint8Array, a: number, b: number, end: number): number {
  let count = 0
  while (b + count < end) {
    // The first differing byte is counted too.
    if (input[a + count] !== input[b + count]) return count + 1
    count += 1
  }
  return count
}

function computeLiteralsLength(count: number): number {
  const rest = count % 32
  return 33 * Math.floor(count / 32) + (rest === 0 ? 0 : rest + 1)
}

function computeMatchLength(matched: number): number {
  const repeated = matched - 1
  return 3 * Math.floor(repeated / 262) + (repeated % 262 >= 6 ? 3 : 2)
}
