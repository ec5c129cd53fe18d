/** State of the polls for new heads, and of the sockets that make polls unnecessary. */
export type Polling = {
  /** Polls that are not answered yet. */
  readonly inFlight: number
  /** When the last poll was sent. */
  readonly sentAtMs: number
  /** When the latest answered poll was sent. Heads that a socket missed before that time are known. */
  readonly completeToMs: number
  /** Number of consecutive polls that showed no new head. */
  readonly useless: number
  /** When a socket last subscribed. Earlier heads may be missing. */
  readonly connectedAtMs: number
  /** When the tip last changed. */
  readonly risenAtMs: number
}

export type PollingEvent =
  | { readonly kind: 'sent'; readonly atMs: number }
  | { readonly kind: 'answered'; readonly sentAtMs: number }
  /** A poll has ended, with or without an answer. */
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
      // Counted as useless until a new head resets the count.
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

/** Returns whether sockets reliably push the next head: no head is missing, and none is overdue. */
export function isUpToDate(polling: Polling, stallMs: number, nowMs: number): boolean {
  return nowMs - polling.risenAtMs < stallMs && polling.completeToMs >= polling.connectedAtMs
}

export const mayPoll = ({ inFlight }: Polling): boolean => inFlight < maxInFlight

/**
 * Returns whether to poll while no socket is reliable. Polls are rarer while they hang, or on a quiet chain with a
 * socket.
 */
export function isPollDue(polling: Polling, hasSocket: boolean, pollMs: number, nowMs: number): boolean {
  const quietRestMs = hasSocket ? Math.min(maxRestMs, pollMs * 2 ** Math.min(polling.useless, 8)) : 0
  const restMs = polling.inFlight > 0 ? hungRestMs : quietRestMs
  return nowMs - polling.sentAtMs >= Math.max(restMs, pollMs - 10)
}
