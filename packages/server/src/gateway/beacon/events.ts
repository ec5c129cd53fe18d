import type { RestPool, Unwatch } from '@outrigger/core'
import { type Feed, openFeed } from './feed.ts'
import type { EventReceiver } from './forwardEvents.ts'

/** Events of beacon nodes. Each query has one upstream stream, shared by all its listeners. */
export type BeaconEvents = {
  /**
   * Resolves when the stream is open.
   * @throws {AllProvidersFailedError} no node opens the stream the first time
   * @throws {EventsRefusedError} the nodes refuse the query
   */
  join(path: string, receive: EventReceiver): Promise<Unwatch>
  close(): void
}

export function createBeaconEvents(pool: RestPool): BeaconEvents {
  const feeds = new Map<string, Feed>()

  function leave(path: string, feed: Feed, receive: EventReceiver): void {
    feed.receivers.delete(receive)
    if (feed.receivers.size > 0) return
    feed.close()
    if (feeds.get(path) === feed) feeds.delete(path)
  }

  return {
    async join(path, receive) {
      const feed = feeds.get(path) ?? openFeed(pool, path)
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
      for (const feed of feeds.values()) feed.close()
      feeds.clear()
    },
  }
}
