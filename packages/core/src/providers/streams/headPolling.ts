/** What is known of the polls for a new head, and of what makes them unnecessary. */
export type Polling = {
  /** Polls without an answer yet. */
  readonly inFlight: number
  /** When the last poll was sent. */
  readonly sentAtMs: number
  /** When the latest answered poll was sent: whatever a socket missed before then is known. */
  readonly completeToMs: number
  /** Polls in a row that showed no new head. */
  readonly useless: number
  /** When a socket subscribed last; what it would have pushed before is missing. */
  readonly connectedAtMs: number
  /** When the tip changed last. */
  readonly risenAtMs: number
}

export type PollingEvent =
  | { readonly kind: 'sent'; readonly atMs: number }
  | { readonly kind: 'answered'; readonly sentAtMs: number }
  /** Answered or not. */
  | { readonly kind: 'ended' }
  | { readonly kind: 'connected'; readonly atMs: number }
  | { readonly kind: 'risen'; readonly atMs: number }

const maxInFlight = 5
const maxRestMs = 1500
const hungRestMs = 1000

export const startPolling = (nowMs: number): Polling => ({
  inFlight: 0,
  sentAtMs: Number.NEGATIVE_INFINITY,
  completeToMs: Number.NEGATIVE_INFINITY,
  useless: 0,
  connectedAtMs: 0,
  risenAtMs: nowMs,
})

export function stepPolling(polling: Polling, event: PollingEvent): Polling {
  switch (event.kind) {
    case 'sent':
      return { ...polling, inFlight: polling.inFlight + 1, sentAtMs: event.atMs }
    case 'answered': {
      // Useless until a head shows otherwise.
      const completeToMs = Math.max(polling.completeToMs, event.sentAtMs)
      return { ...polling, completeToMs, useless: polling.useless + 1 }
    }
    case 'ended':
      return { ...polling, inFlight: polling.inFlight - 1 }
    case 'connected':
      return { ...polling, connectedAtMs: event.atMs }
    case 'risen':
      return { ...polling, risenAtMs: event.atMs, useless: 0 }
  }
}

/** Whether sockets can be relied on to push the next head: nothing is missing, and none is overdue. */
export function isUpToDate(polling: Polling, stallMs: number, nowMs: number): boolean {
  return nowMs - polling.risenAtMs < stallMs && polling.completeToMs >= polling.connectedAtMs
}

export const mayPoll = ({ inFlight }: Polling): boolean => inFlight < maxInFlight

/** Whether a poll is due where no socket can be relied on: less often while polls hang, or on a quiet chain with a socket. */
export function isPollDue(polling: Polling, hasSocket: boolean, pollMs: number, nowMs: number): boolean {
  const quietRestMs = hasSocket ? Math.min(maxRestMs, pollMs * 2 ** Math.min(polling.useless, 8)) : 0
  const restMs = polling.inFlight > 0 ? hungRestMs : quietRestMs
  return nowMs - polling.sentAtMs >= Math.max(restMs, pollMs - 10)
}
