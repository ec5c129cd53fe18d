/** When all accounts of a deployment are to be compared with their contract, whatever its logs say. */
export type Comparisons = {
  /** Something happened that logs may not have reported: the next reading compares. */
  request(): void
  /**
   * The reading of a block begins; `finish` when no account is waiting to be read. A request that comes meanwhile is of a later
   * block and stays.
   */
  begin(block: bigint): { readonly isDue: boolean; finish(): void }
}

/** @param interval most blocks between two comparisons */
export function createComparisons(interval: bigint): Comparisons {
  let [requested, met] = [0, 0]
  let comparedAt: bigint | null = null
  return {
    request() {
      requested += 1
    },
    begin(block) {
      const seen = requested
      const isDue = requested > met || comparedAt === null || block >= comparedAt + interval
      return {
        isDue,
        finish() {
          met = seen
          if (isDue) comparedAt = block
        },
      }
    },
  }
}
