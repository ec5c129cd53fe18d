/** The latest range of blocks that were read without a gap. */
export type ReadRange = {
  add(number: bigint): void
  /** Restarts the range with the next block, because a block could not be read. */
  reset(): void
  /** Returns true if a block is below the range, and false while the range is empty. */
  startsAfter(number: bigint): boolean
}

export function createReadRange(): ReadRange {
  let first: bigint | undefined
  let last = 0n
  return {
    add(number) {
      if (first === undefined || number > last + 1n) first = number
      last = number
    },
    reset() {
      first = undefined
    },
    startsAfter: (number) => first !== undefined && number < first,
  }
}
