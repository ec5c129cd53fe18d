import type { ServerResponse } from 'node:http'
import { type BeaconNodeView, computeHeadEvent } from './routes.ts'

export type HeadEvents = {
  /** Sends each new head to a listener as a server-sent event. */
  add(listener: ServerResponse): void
  announce(view: BeaconNodeView): void
}

const maxUnreadBytes = 1024 * 1024

/** Serves the topic `head` of a beacon node's event stream. */
export const createHeadEvents = (headSlot: number): HeadEvents => {
  const listeners = new Set<ServerResponse>()
  let announcedSlot = headSlot
  return {
    add(listener) {
      listener.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' }).flushHeaders()
      listeners.add(listener)
      listener.once('close', () => listeners.delete(listener))
    },
    announce({ headSlot, isOptimistic }) {
      if (headSlot === announcedSlot) return
      announcedSlot = headSlot
      const event = `event: head\ndata: ${JSON.stringify(computeHeadEvent(headSlot, isOptimistic))}\n\n`
      for (const listener of listeners) {
        if (listener.writableLength > maxUnreadBytes) listener.destroy()
        else listener.write(event)
      }
    },
  }
}
