/** Decides when all accounts of a deployment are compared with their contract, regardless of logs. */
export type Comparisons = {
  /** Makes the next read compare, because logs may have missed a change. */
  request(): void
  /**
   * Starts the read of a block. Call `finish` when no account is waiting to be read. Requests that arrive in between stay
   * open, because they are about a later block.
   */
  begin(block: bigint): { readonly isDue: boolean; finish(): void }
}

/** @param interval maximum number of blocks between two comparisons */
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
