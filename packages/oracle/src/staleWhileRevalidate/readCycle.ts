import type { Clock } from '@outrigger/core'
import {
  type Event,
  initialState,
  isKept,
  isReplaced,
  type Limits,
  type PendingRead,
  type State,
  step,
} from './state.ts'

type Parts<reading, answer> = {
  readonly read: () => Promise<reading>
  /** Called for a reading that is kept; `timestampMs` is the start of its read. */
  readonly toAnswer: (reading: reading, timestampMs: number) => answer
  readonly onRead: (answer: answer) => void
  readonly onFailure: (error: unknown) => void
  readonly limits: Limits
  readonly clock: Clock
  /** What durations are measured with. */
  readonly steady: Clock
}

/** Runs the reads that the state asks for, and feeds their outcomes to the state. */
export type ReadCycle<answer> = {
  readonly state: State<answer>
  apply(event: Event<answer>): void
  /** Reads now, or joins the read under way; resolves when it ended, however. */
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
      if (!isKept(state, pending)) return
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
    apply({ kind: 'wanted', atMs: steady.now() })
    const wanted = state.pending
    await running.done()
    if (wanted !== undefined && isReplaced(state, wanted)) await refresh()
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

/** The one read under way. Waiting ends when it ends, or when it is given up. */
function createRunningRead(run: (read: PendingRead) => Promise<void>) {
  let current: { readonly number: number; readonly done: Promise<void>; giveUp(): void } | undefined
  return {
    follow(pending: PendingRead | undefined): void {
      if (pending?.number === current?.number) return
      current?.giveUp()
      current = undefined
      if (pending === undefined) return
      let giveUp = () => {}
      const givenUp = new Promise<void>((resolve) => {
        giveUp = resolve
      })
      current = { number: pending.number, done: Promise.race([run(pending), givenUp]), giveUp }
    },
    done: (): Promise<void> => current?.done ?? Promise.resolve(),
  }
}
