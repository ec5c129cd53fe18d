import { toFrame } from './frame.ts'

/** The data of one event, shared by all its receivers. */
export type Payload = {
  /** Returns the whole message to a subscription. */
  toFrame(subscriptionId: string): Buffer
}

/**
 * Creates a message with the fields of `kind`, followed by the data, if there is any. Serializes the data once. Subscription ids are counted per connection,
 * so connections share messages with the same id.
 */
export function createPayload(kind: Readonly<Record<string, string>>, data?: object): Payload {
  const body = Buffer.from(data === undefined ? '}' : `,"data":${JSON.stringify(data)}}`)
  const head = JSON.stringify(kind).slice(0, -1)
  const frames = new Map<string, Buffer>()
  return {
    toFrame(subscriptionId) {
      let frame = frames.get(subscriptionId)
      if (frame === undefined) {
        frame = toFrame(`${head},"subscription_id":"${subscriptionId}"`, body)
        frames.set(subscriptionId, frame)
      }
      return frame
    },
  }
}
