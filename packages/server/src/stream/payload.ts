import { toFrame } from './frame.ts'

/** The data of one event, for all who receive it. */
export type Payload = {
  /** The whole message to a subscription. */
  toFrame(subscriptionId: string): Buffer
}

/**
 * Serialises the data once. Subscription ids are counted per connection, so connections share messages with the same id.
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
