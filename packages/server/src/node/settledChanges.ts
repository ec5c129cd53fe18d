export const settleMs = 30_000

/** Reports the changes of a state that may flap. */
export type SettledChanges<change> = { see(change: change): void; close(): void }

type Options<change> = {
  /** How bad the new state is. */
  readonly rankOf: (change: change) => number
  readonly report: (change: change) => void
  /** Rank before the first change. */
  readonly initial: number
}

/**
 * Reports a change for the worse at once, and a change for the better after 30 s without another change. A state that
 * flaps is therefore reported twice: when the flapping begins, and when it ends.
 */
export function createSettledChanges<change>({ rankOf, report, initial }: Options<change>): SettledChanges<change> {
  let reported = initial
  let seen = initial
  let timer: NodeJS.Timeout | undefined
  return {
    see(change) {
      const rank = rankOf(change)
      if (rank === seen) return
      seen = rank
      clearTimeout(timer)
      const tell = () => {
        reported = rank
        report(change)
      }
      if (rank > reported) tell()
      else if (rank < reported) timer = setTimeout(tell, settleMs).unref()
    },
    close: () => clearTimeout(timer),
  }
}
