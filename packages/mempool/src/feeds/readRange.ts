/** The latest run of blocks read without a gap. */
export type ReadRange = {
  add(number: bigint): void
  /** A block could not be read: the run starts again with the next one. */
  reset(): void
  /** Whether a block is below the run; false while nothing is read. */
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
