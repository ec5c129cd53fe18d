import type { ServerResponse } from 'node:http'
import type { HeaderList } from '../../access/limits/limitHeaders.ts'
import { ServiceError } from '../../errors/serviceError.ts'
import type { BeaconEvents } from '../../gateway/beacon/events.ts'
import type { HttpExchange } from './exchange.ts'

type Subscription = {
  readonly path: string
  /** Called before the head of the answer is written. Returns additional headers. */
  readonly onHead: (status: number) => HeaderList
  /** Called before an event is written. @throws {ServiceError} the event is not allowed, and the answer ends */
  readonly onEvent: () => void
}

/** Sends beacon node events in responses that stay open. */
export function createEventResponses(events: BeaconEvents, maxUnreadBytes: number) {
  const open = new Set<ServerResponse>()

  return {
    async serve({ response, requestId }: HttpExchange, { path, onHead, onEvent }: Subscription): Promise<void> {
      const write = (event: string) => writeEvent(response, event, { maxUnreadBytes, onEvent })
      const early: string[] = []
      let hasHead = false
      const leave = await events.join(path, (event) => (hasHead ? write(event) : early.push(event)))
      if (response.destroyed) return leave()
      open.add(response)
      response.once('close', () => {
        open.delete(response)
        leave()
      })
      response.writeHead(200, [
        'content-type',
        'text/event-stream',
        'cache-control',
        'no-cache',
        'x-request-id',
        requestId,
        ...onHead(200),
      ])
      response.flushHeaders()
      hasHead = true
      for (const event of early) write(event)
    },
    close() {
      for (const response of open) response.end()
    },
  }
}

type Writing = Pick<Subscription, 'onEvent'> & { readonly maxUnreadBytes: number }

function writeEvent(response: ServerResponse, event: string, { maxUnreadBytes, onEvent }: Writing): void {
  if (response.writableEnded) return
  if (response.writableLength > maxUnreadBytes) return void response.destroy()
  try {
    // Comments are not counted.
    if (!event.startsWith(':')) onEvent()
    response.write(event)
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    response.end()
  }
}
