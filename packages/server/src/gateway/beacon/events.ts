import { OutriggerError, type RestPool, sleep, type Unwatch } from '@outrigger/core'

/** Takes one event as text, with the blank line that ends it. */
export type EventReceiver = (event: string) => void

/** Events of beacon nodes, one upstream stream per query however many listen. */
export type BeaconEvents = {
  /**
   * Resolves when the stream is open. A stream that ends or goes silent is opened again, at another node where there is one.
   * @throws {AllProvidersFailedError} nobody opens it the first time
   * @throws {EventsRefusedError} the nodes refuse the query
   */
  join(path: string, receive: EventReceiver): Promise<Unwatch>
  close(): void
}

export class EventsRefusedError extends OutriggerError {
  readonly code = 'EVENTS_REFUSED'
  readonly status: number
  readonly body: string
  constructor(status: number, body: string) {
    super(`The beacon node refuses the events with status ${status}. Check their topics.`)
    this.status = status
    this.body = body
  }
}

type Feed = {
  readonly receivers: Set<EventReceiver>
  readonly control: AbortController
  readonly opened: Promise<void>
}

// A node says something each slot, or at least that it lives.
const idleMs = 60_000
const retryDelayMs = 500
const maxRetryDelayMs = 10_000
const maxEventBytes = 4 * 1024 * 1024

export function createBeaconEvents(pool: RestPool): BeaconEvents {
  const feeds = new Map<string, Feed>()

  function openFeed(path: string): Feed {
    const control = new AbortController()
    const receivers = new Set<EventReceiver>()
    const emit: EventReceiver = (event) => {
      for (const receive of receivers) receive(event)
    }
    let lastNode: string | undefined
    const connect = async () => {
      const { result, provider } = await pool.open(path, {
        headers: { accept: 'text/event-stream' },
        idleMs,
        ...(lastNode !== undefined && { avoid: lastNode }),
      })
      if (result.status !== 200) {
        const chunks = await result.body.toArray()
        throw new EventsRefusedError(result.status, Buffer.concat(chunks).toString())
      }
      lastNode = provider
      return result.body
    }

    async function run(first: NodeJS.ReadableStream & { destroy(): unknown }): Promise<void> {
      let body: typeof first | undefined = first
      let delayMs = retryDelayMs
      while (!control.signal.aborted) {
        if (body !== undefined) {
          const startedAt = performance.now()
          await forwardEvents(body, emit, control.signal)
          if (performance.now() - startedAt > maxRetryDelayMs) delayMs = retryDelayMs
        }
        await sleep(delayMs, control.signal)
        if (control.signal.aborted) return
        body = await connect().catch(() => undefined)
        if (body === undefined) {
          lastNode = undefined
          delayMs = Math.min(maxRetryDelayMs, delayMs * 2)
        }
        // A comment, which clients skip: events may have been missed in between.
        else emit(`: continued at ${lastNode}\n\n`)
      }
      body?.destroy()
    }

    const opened = connect().then((body) => void run(body))
    return { receivers, control, opened }
  }

  function leave(path: string, feed: Feed, receive: EventReceiver): void {
    feed.receivers.delete(receive)
    if (feed.receivers.size > 0) return
    feed.control.abort()
    if (feeds.get(path) === feed) feeds.delete(path)
  }

  return {
    async join(path, receive) {
      const feed = feeds.get(path) ?? openFeed(path)
      feeds.set(path, feed)
      feed.receivers.add(receive)
      try {
        await feed.opened
      } catch (error) {
        leave(path, feed, receive)
        throw error
      }
      return () => leave(path, feed, receive)
    },
    close() {
      for (const feed of feeds.values()) feed.control.abort()
      feeds.clear()
    },
  }
}

/** Passes on whole events until the stream ends; what is left of one is dropped with its stream. */
async function forwardEvents(
  body: NodeJS.ReadableStream & { destroy(): unknown },
  emit: EventReceiver,
  signal: AbortSignal,
): Promise<void> {
  const stop = () => body.destroy()
  signal.addEventListener('abort', stop)
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for await (const chunk of body) {
      rest += decoder.decode(chunk as unknown as Uint8Array, { stream: true })
      const events = rest.split(/(?<=\r?\n\r?\n)/)
      rest = /\r?\n\r?\n$/.test(rest) ? '' : (events.pop() ?? '')
      for (const event of events) emit(event)
      if (rest.length > maxEventBytes) return
    }
  } catch {
    // It broke off: opened again by the caller.
  } finally {
    signal.removeEventListener('abort', stop)
    stop()
  }
}
