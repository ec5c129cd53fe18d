import { OutriggerError, type RestPool, sleep } from '@outrigger/core'
import { retry } from '@outrigger/core/internal'
import { type EventBody, type EventReceiver, forwardEvents } from './forwardEvents.ts'

/** The nodes refused the requested events with this response. */
export class EventsRefusedError extends OutriggerError {
  readonly code = 'EVENTS_REFUSED'
  readonly status: number
  readonly body: string
  constructor(status: number, body: string) {
    super(`The beacon node rejects the event request with status ${status}. Check the topics.`)
    this.status = status
    this.body = body
  }
}

/** One upstream stream, shared by all its receivers. */
export type Feed = {
  readonly receivers: Set<EventReceiver>
  /** Resolves when the stream is open. @throws {AllProvidersFailedError} @throws {EventsRefusedError} */
  readonly opened: Promise<void>
  close(): void
}

// A node sends at least a comment in every slot.
const idleMs = 60_000
const retryDelayMs = 500
const maxRetryDelayMs = 10_000

/** Opens a stream of events. Reopens it when it ends or goes silent, at another node if there is one. */
export function openFeed(pool: RestPool, path: string): Feed {
  const control = new AbortController()
  const { signal } = control
  const receivers = new Set<EventReceiver>()
  const emit: EventReceiver = (event) => {
    for (const receive of receivers) receive(event)
  }
  let lastNode: string | undefined

  async function connect(): Promise<EventBody> {
    const avoid = lastNode
    lastNode = undefined
    const { result, provider } = await pool.open(path, {
      headers: { accept: 'text/event-stream' },
      idleMs,
      ...(avoid !== undefined && { avoid }),
    })
    if (result.status !== 200) {
      const chunks = await result.body.toArray()
      throw new EventsRefusedError(result.status, Buffer.concat(chunks).toString())
    }
    lastNode = provider
    return result.body
  }

  async function reconnect(): Promise<EventBody> {
    const body = await connect()
    // The stream opened after the abort, so nothing else closes it.
    if (signal.aborted) body.destroy()
    return body
  }

  async function run(first: EventBody): Promise<void> {
    let body = first
    while (!signal.aborted) {
      await forwardEvents(body, emit, signal)
      await sleep(retryDelayMs, signal)
      body = await retry(reconnect, { minDelayMs: 2 * retryDelayMs, maxDelayMs: maxRetryDelayMs, signal })
      // A comment, which clients skip. It marks that events may have been missed.
      emit(`: continued at ${lastNode}\n\n`)
    }
    body.destroy()
  }

  const opened = connect().then((body) => {
    // Rejects only when the feed is closed.
    void run(body).catch(() => {})
  })
  return { receivers, opened, close: () => control.abort() }
}
