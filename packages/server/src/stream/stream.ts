import type { ServedStream } from '@outrigger/api/contract'
import type { Unwatch } from '@outrigger/core'
import { ServiceError } from '../errors/serviceError.ts'
import type { Payload } from './payload.ts'

/** A client message whose action has been checked. */
export type ClientMessage = { readonly [field: string]: unknown }

/** One stream, without its socket. To add a stream, implement this type and add a line to the registry. */
export type Stream = {
  /** Returns the fields of the first message about a chain. @throws {ServiceError} the chain is not served */
  greet(chain: string): object
  /**
   * Starts a subscription. `subscriber` is its connection.
   * @returns the fields of the answer, and how to end the subscription
   * @throws {ServiceError} the message requests something that does not exist
   */
  subscribe(
    chain: string,
    message: ClientMessage,
    deliver: (payload: Payload) => void,
    subscriber: object,
  ): Subscription
}

export type Subscription = {
  readonly answer: object
  /** Called when the answer is being sent, before any event. Delivers the current state. */
  readonly begin?: () => void
  readonly stop: Unwatch
}

/** One implementation per served stream. A missing one does not compile. */
export type Streams = { readonly [name in ServedStream]: Stream }

export class StreamNotAvailableError extends ServiceError {
  readonly code = 'NOT_AVAILABLE'
  constructor(name: string) {
    super(`The stream "${name}" is part of the interface but not available in this version.`)
  }
}

export class TooManySubscriptionsError extends ServiceError {
  readonly code = 'RATE_LIMIT_EXCEEDED'
  constructor(most: number) {
    super(`This connection has the maximum of ${most} subscriptions. Unsubscribe first.`)
  }
}

export class UnknownSubscriptionError extends ServiceError {
  readonly code = 'NOT_FOUND'
  constructor() {
    super('This connection has no subscription with this subscription_id.')
  }
}
