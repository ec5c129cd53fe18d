import { LiquidationStreamFilter, MempoolStreamFilter, MevStreamFilter } from '@outrigger/api/contract'
import type { Unwatch } from '@outrigger/core'
import type { WebSocket } from 'ws'
import { InvalidParameterError, ServiceError } from '../errors/serviceError.ts'
import { findSimilar, toUnknown } from '../validation/similar.ts'
import type { Payload } from './payload.ts'
import type { Outbox } from './socketWriter.ts'
import {
  type ClientMessage,
  type Stream,
  type Subscription,
  TooManySubscriptionsError,
  UnknownSubscriptionError,
} from './stream.ts'

export type SessionParts = {
  readonly webSocket: WebSocket
  readonly outbox: Outbox
  readonly maxSubscriptions: number
  /** Finds the stream of a message. @throws {ServiceError} */
  readonly findStream: (message: ClientMessage) => {
    readonly stream: Stream
    readonly chain: string
    readonly name: string
  }
  /** Charges an event. @throws {ServiceError} the key's pool is empty */
  readonly charge: (stream: string, chain: string) => void
  readonly onFault: (error: unknown) => void
}

/**
 * Runs the subscribe protocol of all streams over one connection. An invalid message gets an error, and the connection stays
 * open.
 */
export function openSession(parts: SessionParts): void {
  const { webSocket, outbox, maxSubscriptions, findStream, charge, onFault } = parts
  const subscriptions = new Map<string, Unwatch>()
  let count = 0

  webSocket.on('message', (data, isBinary) => {
    try {
      answer(isBinary ? undefined : toMessage(String(data)))
    } catch (error) {
      outbox.send(toErrorMessage(error, onFault))
    }
  })
  webSocket.on('close', () => {
    for (const stop of subscriptions.values()) stop()
    subscriptions.clear()
  })

  function answer(message: ClientMessage | undefined): void {
    if (message === undefined) throw refuse('message', 'must be a JSON object, as text')
    if (message['action'] === 'subscribe') subscribe(message)
    else if (message['action'] === 'unsubscribe') unsubscribe(message['subscription_id'])
    else throw refuse('action', 'must be one of subscribe, unsubscribe')
  }

  function subscribe(message: ClientMessage): void {
    if (subscriptions.size >= maxSubscriptions) throw new TooManySubscriptionsError(maxSubscriptions)
    refuseMistaken(message)
    const { stream, chain, name } = findStream(message)
    const id = `sub_${count + 1}`
    const deliver = (payload: Payload) => {
      try {
        charge(name, chain)
        outbox.push(payload.toFrame(id))
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error
        webSocket.close(1008, 'the compute units of this month are used')
      }
    }
    const { answer, begin, stop }: Subscription = stream.subscribe(chain, message, deliver, webSocket)
    count += 1
    subscriptions.set(id, stop)
    outbox.send({ type: 'subscribed', subscription_id: id, ...answer })
    begin?.()
  }

  function unsubscribe(id: unknown): void {
    if (typeof id !== 'string') throw refuse('subscription_id', 'must be a string')
    const stop = subscriptions.get(id)
    if (stop === undefined) throw new UnknownSubscriptionError()
    subscriptions.delete(id)
    stop()
    outbox.send({ type: 'unsubscribed', subscription_id: id })
  }
}

/** Returns the message for a failure. Internal errors go to `onFault`. */
export function toErrorMessage(error: unknown, onFault: SessionParts['onFault']) {
  if (error instanceof ServiceError) return { type: 'error', error: error.code, message: error.message }
  onFault(error)
  return {
    type: 'error',
    error: 'INTERNAL_ERROR',
    message: 'An internal error occurred. The log of the node has details.',
  }
}

const fields = ['action', 'filter', 'stream', 'chain', 'channel', 'params', 'cursor', 'subscription_id']

/** `mev_only` is the name of `include_mev` in REST. */
const conditions = new Set(
  [MempoolStreamFilter, LiquidationStreamFilter, MevStreamFilter]
    .flatMap(({ properties }) => Object.keys(properties))
    .concat('mev_only'),
)

/** Rejects a misspelled filter and conditions outside the filter. If they were ignored, the client would get everything. */
function refuseMistaken(message: ClientMessage): void {
  for (const name of Object.keys(message)) {
    if (conditions.has(name)) throw refuse(name, `is a condition. Write it inside filter: ${toFilterText(name)}`)
    if (!fields.includes(name) && findSimilar(name, fields) !== undefined)
      throw refuse(name.slice(0, 64), toUnknown(name, fields))
  }
}

const toFilterText = (name: string): string => `{"filter":{"${name === 'mev_only' ? 'include_mev' : name}":…}}`

function refuse(path: string, message: string): InvalidParameterError {
  return new InvalidParameterError([{ path, message }])
}

function toMessage(text: string): ClientMessage | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as ClientMessage) : undefined
  } catch {
    return undefined
  }
}
