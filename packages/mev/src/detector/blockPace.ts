/** Delays pending transactions until both the pool book and the watcher have processed the block. */
export type BlockPace = {
  /** Records that the pool book has processed a block. */
  seePools(number: bigint): void
  /** Records that the watcher has emitted its events for a block. */
  seeTransactions(number: bigint): void
  close(): void
}

/** Longest wait for the watcher, which emits no events for a block that it cannot read. */
const patienceMs = 2_000

/**
 * Creates a block pace. The pool book may process a block before the watcher does. Until the watcher has processed the block, the
 * block's transactions still count as pending, and would be played on pools that they have already changed.
 *
 * @param onBoth called when both have processed a block, or immediately if the watcher has not reported any block yet
 */
export function createBlockPace(onBoth: () => void): BlockPace {
  let transactions: bigint | null = null
  let waitingFor: bigint | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  function go(): void {
    clearTimeout(timer)
    timer = undefined
    waitingFor = null
    onBoth()
  }

  /** Goes on without the watcher, and once more if it still reports the block. */
  function stopWaiting(): void {
    timer = undefined
    onBoth()
  }

  return {
    seePools(number) {
      if (transactions === null || transactions >= number) return go()
      timer ??= setTimeout(stopWaiting, patienceMs)
      waitingFor = number
    },
    seeTransactions(number) {
      transactions = number
      if (waitingFor !== null && number >= waitingFor) go()
    },
    close: () => clearTimeout(timer),
  }
}
