/** Holds pending transactions back until both the book of pools and the watcher have read the block. */
export type BlockPace = {
  /** The pools of a block are there. */
  seePools(number: bigint): void
  /** The watcher has emitted its events of a block. */
  seeTransactions(number: bigint): void
  close(): void
}

/** A watcher that cannot read a block emits no events for it: go on after this time. */
const patienceMs = 2_000

/**
 * The pools of a block may be known before its transactions are: until then these still count as pending, and would be
 * played on pools that they have already changed.
 *
 * @param onBoth called when both have come to a block; of a watcher that reports no blocks at once
 */
export function createBlockPace(onBoth: () => void): BlockPace {
  let transactions: bigint | null = null
  let waitingFor: bigint | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  function go(): void {
    clearTimeout(timer)
    waitingFor = null
    onBoth()
  }
  return {
    seePools(number) {
      if (transactions === null || transactions >= number) return go()
      if (waitingFor === null) timer = setTimeout(go, patienceMs)
      waitingFor = number
    },
    seeTransactions(number) {
      transactions = number
      if (waitingFor !== null && number >= waitingFor) go()
    },
    close: () => clearTimeout(timer),
  }
}
