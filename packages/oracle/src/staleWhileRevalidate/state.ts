import { OutriggerError } from '@outrigger/core'

/** The last value, the last failure and the pending read. All times come from one steady clock. */
export type State<answer> = {
  readonly cached: Cached<answer> | undefined
  readonly failure: { readonly error: unknown; readonly atMs: number } | undefined
  readonly pending: PendingRead | undefined
  /** Number of the newest read, starting at 1. */
  readonly lastNumber: number
  /**
   * Lowest number of an accepted read. Results of earlier reads are ignored, because a newer result was accepted or
   * the value was cleared.
   */
  readonly oldestAccepted: number
  /** Duration of the last good read. */
  readonly usualReadMs: number
}

type Cached<answer> = {
  readonly answer: answer
  /** Start of the value's read. */
  readonly startedMs: number
  /** Set when the lifetime is over. It stays set if the clock is set back. */
  readonly isExpired: boolean
}

export type PendingRead = { readonly number: number; readonly startedMs: number }

export type Event<answer> =
  /** Requests a read. It uses the pending read, or a new read if the pending one is late. */
  | { readonly kind: 'requested'; readonly atMs: number }
  /** Abandons a pending read that was sent while the providers were hanging. */
  | { readonly kind: 'providersBack'; readonly atMs: number }
  | { readonly kind: 'read'; readonly read: PendingRead; readonly answer: answer; readonly atMs: number }
  | { readonly kind: 'failed'; readonly read: PendingRead; readonly error: unknown; readonly atMs: number }
  /** A read has ended, successful or not. */
  | { readonly kind: 'ended'; readonly read: PendingRead }
  | { readonly kind: 'expired' }
  | { readonly kind: 'cleared' }

export type Limits = { readonly ttlMs: number; readonly coldTimeoutMs: number; readonly patienceMs: number }

/** How `get` answers: with the cached value (`…AndRead` also starts a background read), or after a read. */
type Choice = 'fresh' | 'freshAndRead' | 'staleAndRead' | 'wait'

/**
 * No read ended in time and no value is cached. This error is the `cause` of an oracle's `…UnavailableError`. Retry,
 * or check the endpoints.
 */
export class ReadTimeoutError extends OutriggerError {
  readonly code = 'READ_TIMEOUT'
  override readonly retryable = true
  constructor(timeoutMs: number) {
    super(`No provider answered within ${timeoutMs} ms. Try again, or check the endpoints.`)
  }
}

// With an expired value, the next background read starts this long after a failure.
const retryMs = 1000

export const initialState: State<never> = {
  cached: undefined,
  failure: undefined,
  pending: undefined,
  lastNumber: 0,
  oldestAccepted: 0,
  usualReadMs: 0,
}

export function step<answer>(state: State<answer>, event: Event<answer>, limits: Limits): State<answer> {
  switch (event.kind) {
    case 'requested':
      return startRead(abandonLateRead(state, event.atMs, limits), event.atMs)
    case 'providersBack': {
      const isOld = state.pending !== undefined && since(state.pending.startedMs, event.atMs) > limits.patienceMs
      return isOld ? { ...state, pending: undefined } : state
    }
    case 'read': {
      if (!isAccepted(state, event.read)) return state
      const { number, startedMs } = event.read
      const cached = { answer: event.answer, startedMs, isExpired: false }
      return { ...state, cached, failure: undefined, oldestAccepted: number, usualReadMs: event.atMs - startedMs }
    }
    case 'failed': {
      // Failures of abandoned or cleared reads are ignored.
      const isNewest = isAccepted(state, event.read) && event.read.number === state.lastNumber
      return isNewest ? { ...state, failure: { error: event.error, atMs: event.atMs } } : state
    }
    case 'ended':
      return state.pending?.number === event.read.number ? { ...state, pending: undefined } : state
    case 'expired':
      return state.cached === undefined ? state : { ...state, cached: { ...state.cached, isExpired: true } }
    case 'cleared':
      return { ...state, cached: undefined, failure: undefined, oldestAccepted: state.lastNumber + 1 }
  }
}

/** Returns the time since a moment. Returns infinity if the clock was set back to a time before that moment. */
export function since(atMs: number, nowMs: number): number {
  return nowMs < atMs ? Number.POSITIVE_INFINITY : nowMs - atMs
}

export function isAccepted(state: State<unknown>, { number }: PendingRead): boolean {
  return number >= state.oldestAccepted
}

/** Returns whether a newer read has replaced this one, or its value was cleared. */
export function isReplaced(state: State<unknown>, read: PendingRead): boolean {
  return !isAccepted(state, read) || read.number < state.lastNumber
}

export function isFresh({ cached }: State<unknown>, nowMs: number, { ttlMs }: Limits): boolean {
  return cached !== undefined && !cached.isExpired && since(cached.startedMs, nowMs) <= ttlMs
}

export function chooseAnswer(state: State<unknown>, nowMs: number, limits: Limits): Choice {
  const { cached } = state
  if (cached === undefined) return 'wait'
  if (isFresh(state, nowMs, limits)) return since(cached.startedMs, nowMs) * 2 > limits.ttlMs ? 'freshAndRead' : 'fresh'
  return isFailing(state, nowMs, limits) ? 'staleAndRead' : 'wait'
}

/** Returns how long `get` waits for a read. */
export function computeWaitMs({ cached, pending }: State<unknown>, nowMs: number, limits: Limits): number {
  if (cached === undefined) return limits.coldTimeoutMs
  return limits.patienceMs - (pending === undefined ? 0 : since(pending.startedMs, nowMs))
}

/** Returns whether a background read may start now. */
export function mayReadInBackground({ pending, failure }: State<unknown>, nowMs: number): boolean {
  return pending === undefined && (failure === undefined || since(failure.atMs, nowMs) >= retryMs)
}

/** Returns whether waiting for a read is useless, because the last read just failed or the pending read is late. */
function isFailing({ failure, pending }: State<unknown>, nowMs: number, { ttlMs, patienceMs }: Limits): boolean {
  return (
    (failure !== undefined && since(failure.atMs, nowMs) <= ttlMs) ||
    (pending !== undefined && since(pending.startedMs, nowMs) > patienceMs)
  )
}

function startRead<answer>(state: State<answer>, nowMs: number): State<answer> {
  if (state.pending !== undefined) return state
  const number = state.lastNumber + 1
  return { ...state, lastNumber: number, pending: { number, startedMs: nowMs } }
}

function abandonLateRead<answer>(state: State<answer>, nowMs: number, limits: Limits): State<answer> {
  const { pending, cached, usualReadMs } = state
  if (pending === undefined) return state
  const ageMs = since(pending.startedMs, nowMs)
  const lateMs = cached === undefined ? Math.min(limits.coldTimeoutMs, limits.ttlMs / 2) : limits.ttlMs / 2
  if (ageMs <= Math.max(lateMs, 3 * usualReadMs)) return state
  return { ...state, pending: undefined, failure: { error: new ReadTimeoutError(ageMs), atMs: nowMs } }
}
