import { toFrame } from './frame.ts'

/** The data of one event, for all who receive it. */
export type Payload = {
  /** The whole message to a subscription. */
  toFrame(subscriptionId: string): Buffer
}

/**
 * Writes the data once. Ids of subscriptions are counted per connection, so that the message too is the same bytes for
 * everybody to whom it goes by the same id.
 */
export function createPayload(type: string, data: object): Payload {
  const body = Buffer.from(`,"data":${JSON.stringify(data)}}`)
  const frames = new Map<string, Buffer>()
  return {
    toFrame(subscriptionId) {
      let frame = frames.get(subscriptionId)
      if (frame === undefined) {
        frame = toFrame(`{"type":"${type}","subscription_id":"${subscriptionId}"`, body)
        frames.set(subscriptionId, frame)
      }
      return frame
    },
  }
}
