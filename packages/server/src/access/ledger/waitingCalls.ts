import type { Charge } from './account.ts'

/** Calls that are booked together. */
export type WaitingCalls = {
  add(call: Charge, day: string): void
  /** Books those that wait. */
  book(): void
}

/** Calls of one day wait for each other: the code that books is not in the processor's caches between two calls. */
export function createWaitingCalls(bookCall: (call: Charge, day: string) => void): WaitingCalls {
  const waiting: Charge[] = []
  let waitingDay = ''

  function book(): void {
    for (const call of waiting) bookCall(call, waitingDay)
    waiting.length = 0
  }
  return {
    add(call, day) {
      if (day !== waitingDay) {
        book()
        waitingDay = day
      }
      waiting.push(call)
    },
    book,
  }
}
