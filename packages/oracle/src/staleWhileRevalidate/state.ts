import { OutriggerError } from '@outrigger/core'

/** The last value, the last failure and the read under way. Times are of one steady clock. */
export type State<answer> = {
  readonly held: Held<answer> | undefined
  readonly failure: { readonly error: unknown; readonly atMs: number } | undefined
  readonly pending: PendingRead | undefined
  /** Number of the newest read; reads count from 1. */
  readonly lastNumber: number
  /** Reads with a lower number are not kept: a newer one was kept, or the value was cleared. */
  readonly oldestKept: number
  /** How long the last good read took. */
  readonly usualReadMs: number
}

type Held<answer> = {
  readonly answer: answer
  /** Start of its read. */
  readonly startedMs: number
  /** Set when the lifetime is first found over; stays so whatever the clock does. */
  readonly isExpired: boolean
}

export type PendingRead = { readonly number: number; readonly startedMs: number }

export type Event<answer> =
  /** A read is wanted: the pending one, or a new one when that is late. */
  | { readonly kind: 'wanted'; readonly atMs: number }
  /** The providers are back: gives up a pending read that was sent while they hung. */
  | { readonly kind: 'providersBack'; readonly atMs: number }
  | { readonly kind: 'read'; readonly read: PendingRead; readonly answer: answer; readonly atMs: number }
  | { readonly kind: 'failed'; readonly read: PendingRead; readonly error: unknown; readonly atMs: number }
  /** A read has been dealt with, well or not. */
  | { readonly kind: 'ended'; readonly read: PendingRead }
  | { readonly kind: 'expired' }
  | { readonly kind: 'cleared' }

export type Limits = { readonly ttlMs: number; readonly coldTimeoutMs: number; readonly patienceMs: number }

/** What a reader gets: the held value (`read`: and a read starts behind), or it waits for a read. */
export type Choice = 'fresh' | 'freshAndRead' | 'staleAndRead' | 'wait'

/**
 * No read ends in time and there is no value to serve. It is the `cause` of the `…UnavailableError` of an oracle.
 * Try again, or check the endpoints.
 */
export class ReadTimeoutError extends OutriggerError {
  readonly code = 'READ_TIMEOUT'
  override readonly retryable = true
  constructor(timeoutMs: number) {
    super(`No provider answered within ${timeoutMs} ms. Try again, or check the endpoints.`)
  }
}

// Readers of an expired value start another read this long after one failed.
const retryMs = 1000

export const initialState: State<never> = {
  held: undefined,
  failure: undefined,
  pending: undefined,
  lastNumber: 0,
  oldestKept: 0,
  usualReadMs: 0,
}

export function step<answer>(state: State<answer>, event: Event<answer>, limits: Limits): State<answer> {
  switch (event.kind) {
    case 'wanted':
      return startRead(giveUpLateRead(state, event.atMs, limits), event.atMs)
    case 'providersBack': {
      const isOld = state.pending !== undefined && since(state.pending.startedMs, event.atMs) > limits.patienceMs
      return isOld ? { ...state, pending: undefined } : state
    }
    case 'read': {
      if (!isKept(state, event.read)) return state
      const { number, startedMs } = event.read
      const held = { answer: event.answer, startedMs, isExpired: false }
      return { ...state, held, failure: undefined, oldestKept: number, usualReadMs: event.atMs - startedMs }
    }
    case 'failed': {
      // The failure of a read that was given up or cleared does not count.
      const isNewest = isKept(state, event.read) && event.read.number === state.lastNumber
      return isNewest ? { ...state, failure: { error: event.error, atMs: event.atMs } } : state
    }
    case 'ended':
      return state.pending?.number === event.read.number ? { ...state, pending: undefined } : state
    case 'expired':
      return state.held === undefined ? state : { ...state, held: { ...state.held, isExpired: true } }
    case 'cleared':
      return { ...state, held: undefined, failure: undefined, oldestKept: state.lastNumber + 1 }
  }
}

/** Time since a moment; for ever when the clock was put back behind it. */
export function since(atMs: number, nowMs: number): number {
  return nowMs < atMs ? Number.POSITIVE_INFINITY : nowMs - atMs
}

export function isKept(state: State<unknown>, { number }: PendingRead): boolean {
  return number >= state.oldestKept
}

/** Whether a newer read has replaced this one, or its value was cleared. */
export function isReplaced(state: State<unknown>, read: PendingRead): boolean {
  return !isKept(state, read) || read.number < state.lastNumber
}

export function isFresh({ held }: State<unknown>, nowMs: number, { ttlMs }: Limits): boolean {
  return held !== undefined && !held.isExpired && since(held.startedMs, nowMs) <= ttlMs
}

export function chooseAnswer(state: State<unknown>, nowMs: number, limits: Limits): Choice {
  const { held } = state
  if (held === undefined) return 'wait'
  if (isFresh(state, nowMs, limits)) return since(held.startedMs, nowMs) * 2 > limits.ttlMs ? 'freshAndRead' : 'fresh'
  return isFailing(state, nowMs, limits) ? 'staleAndRead' : 'wait'
}

/** How long a reader waits for a read. */
export function computeWaitMs({ held, pending }: State<unknown>, nowMs: number, limits: Limits): number {
  if (held === undefined) return limits.coldTimeoutMs
  return limits.patienceMs - (pending === undefined ? 0 : since(pending.startedMs, nowMs))
}

/** Whether a read behind an answer may start now. */
export function mayReadBehind({ pending, failure }: State<unknown>, nowMs: number): boolean {
  return pending === undefined && (failure === undefined || since(failure.atMs, nowMs) >= retryMs)
}

/** Waiting for a read is no use: the last one failed just now, or the pending one is late. */
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

function giveUpLateRead<answer>(state: State<answer>, nowMs: number, limits: Limits): State<answer> {
  const { pending, held, usualReadMs } = state
  if (pending === undefined) return state
  const ageMs = since(pending.startedMs, nowMs)
  const lateMs = held === undefined ? Math.min(limits.coldTimeoutMs, limits.ttlMs / 2) : limits.ttlMs / 2
  if (ageMs <= Math.max(lateMs, 3 * usualReadMs)) return state
  return { ...state, pending: undefined, failure: { error: new ReadTimeoutError(ageMs), atMs: nowMs } }
}
