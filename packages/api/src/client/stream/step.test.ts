import { describe, expect, it } from 'vitest'
import { StreamLostError } from '../apiErrors.ts'
import type { StreamMessage } from './messages.ts'
import { initialState, type StreamCommand, type StreamEvent, type StreamState, step } from './step.ts'

const said = (message: StreamMessage): StreamEvent => ({ kind: 'message', message })
const connected = said({ kind: 'connected' })
const subscribed = said({ kind: 'subscribed' })
const lost: StreamEvent = { kind: 'lost', code: 1006, reason: '' }
const due: StreamEvent = { kind: 'due' }

/** What is done, as words: errors by their code. */
function run(...events: readonly StreamEvent[]): { readonly state: StreamState; readonly done: readonly string[] } {
  let state = initialState
  const done: string[] = []
  for (const event of events) {
    const [next, commands] = step(state, event)
    state = next
    done.push(...commands.map(toWords))
  }
  return { state, done }
}

function toWords(command: StreamCommand): string {
  if (command.kind === 'wait') return `wait ${command.ms}`
  if (command.kind === 'gap') return `gap ${command.dropped}`
  if (command.kind === 'event') return `event ${command.data}`
  return command.kind === 'error' ? command.error.code : command.kind
}

describe('a stream', () => {
  it('subscribes once the server has greeted, and then tells what comes', () => {
    const { state, done } = run(
      connected,
      subscribed,
      said({ kind: 'event', data: 1 }),
      said({ kind: 'event', data: 2 }),
    )
    expect(done).toEqual(['subscribe', 'event 1', 'event 2'])
    expect(state.phase).toBe('live')
  })

  it('tells of events that it was too slow for', () => {
    expect(run(connected, subscribed, said({ kind: 'lagged', dropped: 7 })).done).toEqual(['subscribe', 'gap 7'])
  })

  it('resumes after its cursor instead of missing events that it was too slow for', () => {
    const event = said({ kind: 'event', data: 1, cursor: 'c1' })
    const { done } = run(
      ...[connected, subscribed, event, said({ kind: 'lagged', dropped: 7 })],
      ...[connected, said({ kind: 'subscribed', resumed: true })],
    )
    expect(done).toEqual(['subscribe', 'event 1', 'disconnect', 'connect', 'subscribe'])
  })

  it('resumes before its first event with the cursor of the subscription', () => {
    const [state] = step(run(connected, said({ kind: 'subscribed', cursor: 'c0' }), lost, due).state, connected)
    expect(step(state, connected)[1]).toEqual([{ kind: 'subscribe', cursor: 'c0' }])
  })

  it('connects again where the connection is lost, and tells that events may be missing', () => {
    const { done } = run(connected, subscribed, lost, due, connected, subscribed)
    expect(done).toEqual(['subscribe', 'disconnect', 'STREAM_LOST', 'wait 250', 'connect', 'subscribe', 'gap null'])
  })

  it('goes on after the cursor of its last event, and tells of a gap only where that is not known any more', () => {
    const event = said({ kind: 'event', data: 1, cursor: 'c1' })
    const back = (resumed: boolean) => [event, lost, due, connected, said({ kind: 'subscribed', resumed })] as const
    const commands = (events: readonly StreamEvent[]) => {
      let state = initialState
      return events.flatMap((one) => {
        const [next, done] = step(state, one)
        state = next
        return done
      })
    }
    const subscribe = { kind: 'subscribe', cursor: 'c1' }
    expect(commands([connected, subscribed, ...back(true)]).slice(-2)).toEqual([{ kind: 'connect' }, subscribe])
    expect(commands([connected, subscribed, ...back(false)]).slice(-2)).toEqual([
      subscribe,
      { kind: 'gap', dropped: null },
    ])
  })

  it('tells of a gap after failures before the first subscription, and of none without any', () => {
    expect(run(lost, due, connected, subscribed).done.slice(-2)).toEqual(['subscribe', 'gap null'])
    expect(run(connected, subscribed).done).toEqual(['subscribe'])
  })

  it('waits longer after each try that fails, up to ten seconds, and little after one that did not', () => {
    const tries = Array.from({ length: 8 }, () => [lost, due]).flat()
    const waits = (events: readonly StreamEvent[]) => run(...events).done.filter((words) => words.startsWith('wait'))
    expect(waits(tries)).toEqual([250, 500, 1000, 2000, 4000, 8000, 10_000, 10_000].map((ms) => `wait ${ms}`))
    expect(waits([...tries, connected, subscribed, lost]).at(-1)).toBe('wait 250')
  })

  it('ends where the credential does not open it', () => {
    const { state, done } = run({ kind: 'lost', code: 1008, reason: 'authentication required' })
    expect(done).toEqual(['disconnect', 'REFUSED'])
    expect(state.phase).toBe('ended')
  })

  it('tries once more where the credential has ended meanwhile: it may be a token', () => {
    const refused: StreamEvent = { kind: 'lost', code: 1008, reason: '' }
    expect(run(connected, subscribed, refused).done.at(-1)).toBe('wait 250')
    expect(run(connected, subscribed, refused, due, refused).done.at(-1)).toBe('REFUSED')
  })

  it.each([
    ['INVALID_CHAIN', 'ended'],
    ['INVALID_PARAMETER', 'ended'],
    ['NOT_AVAILABLE', 'ended'],
    ['SOMETHING_NEW', 'ended'],
    ['UPSTREAM_UNAVAILABLE', 'waiting'],
    ['RATE_LIMIT_EXCEEDED', 'waiting'],
    ['INTERNAL_ERROR', 'waiting'],
  ])('that is told %s is %s', (code, phase) => {
    const { state, done } = run(connected, said({ kind: 'error', code, message: 'No.' }))
    expect(state.phase).toBe(phase)
    expect(done.slice(1, 3)).toEqual(['disconnect', code])
  })

  it('does nothing more once it is stopped, nor hears what comes late', () => {
    expect(run(connected, subscribed, { kind: 'stopped' }, lost, due, subscribed).done.slice(1)).toEqual(['disconnect'])
    expect(run(lost, subscribed, lost).done).toEqual(['disconnect', 'STREAM_LOST', 'wait 250'])
  })

  it('goes on where there was no connection to be had, if another try may fare better', () => {
    const failed: StreamEvent = { kind: 'failed', error: new StreamLostError(null, '', undefined) }
    expect(run(failed, due).done).toEqual(['disconnect', 'STREAM_LOST', 'wait 250', 'connect'])
  })
})
