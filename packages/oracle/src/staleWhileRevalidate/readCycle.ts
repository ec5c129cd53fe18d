import type { Clock } from '@outrigger/core'
import {
  type Event,
  initialState,
  isAccepted,
  isReplaced,
  type Limits,
  type PendingRead,
  type State,
  step,
} from './state.ts'

type Parts<reading, answer> = {
  readonly read: () => Promise<reading>
  /** Called for an accepted reading. `timestampMs` is the start of the read. */
  readonly toAnswer: (reading: reading, timestampMs: number) => answer
  readonly onRead: (answer: answer) => void
  readonly onFailure: (error: unknown) => void
  readonly limits: Limits
  readonly clock: Clock
  /** Clock for durations. */
  readonly steady: Clock
}

/** Runs the reads that the state requires, and applies their outcomes to the state. */
type ReadCycle<answer> = {
  readonly state: State<answer>
  apply(event: Event<answer>): void
  /** Starts a read, or joins the current one. Resolves when it ends, successful or not. */
  refresh(): Promise<void>
  close(): void
}

export function createReadCycle<reading, answer>(parts: Parts<reading, answer>): ReadCycle<answer> {
  const { read, toAnswer, onRead, onFailure, limits, clock, steady } = parts
  const running = createRunningRead(run)
  let state: State<answer> = initialState
  let closed = false

  function apply(event: Event<answer>): void {
    const { failure } = state
    state = step(state, event, limits)
    running.follow(state.pending)
    if (state.failure !== undefined && state.failure !== failure) onFailure(state.failure.error)
  }

  async function run(pending: PendingRead): Promise<void> {
    const timestampMs = clock.now()
    try {
      const reading = await read()
      const atMs = steady.now()
      if (!isAccepted(state, pending)) return
      const answer = toAnswer(reading, timestampMs)
      apply({ kind: 'read', read: pending, answer, atMs })
      onRead(answer)
    } catch (error) {
      apply({ kind: 'failed', read: pending, error, atMs: steady.now() })
    } finally {
      apply({ kind: 'ended', read: pending })
    }
  }

  async function refresh(): Promise<void> {
    if (closed) return
    apply({ kind: 'requested', atMs: steady.now() })
    const requested = state.pending
    await running.done()
    if (requested !== undefined && isReplaced(state, requested)) await refresh()
  }

  return {
    get state() {
      return state
    },
    apply,
    refresh,
    close() {
      closed = true
    },
  }
}

/** Creates the current read. Waiting ends when the read ends or is abandoned. */
function createRunningRead(run: (read: PendingRead) => Promise<void>) {
  let current: { readonly number: number; readonly done: Promise<void>; abandon(): void } | undefined
  return {
    follow(pending: PendingRead | undefined): void {
      if (pending?.number === current?.number) return
      current?.abandon()
      current = undefined
      if (pending === undefined) return
      let abandon = () => {}
      const abandoned = new Promise<void>((resolve) => {
        abandon = resolve
      })
      current = { number: pending.number, done: Promise.race([run(pending), abandoned]), abandon }
    },
    done: (): Promise<void> => current?.done ?? Promise.resolve(),
  }
}
