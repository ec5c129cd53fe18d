import type { ServedStream } from '@outrigger/api/contract'
import type { Unwatch } from '@outrigger/core'
import { ServiceError } from '../node/serviceError.ts'
import type { Payload } from './payload.ts'

/** A message of a client, after a look at its action. */
export type ClientMessage = { readonly [field: string]: unknown }

/** One stream, without its socket. To add a stream, write one of these and a line in the registry. */
export type Stream = {
  /** What the first message says of a chain. @throws {ServiceError} a chain that is not served */
  greet(chain: string): object
  /**
   * Starts a subscription. `subscriber` is the connection it belongs to.
   * @returns what its answer says, and how to end it
   * @throws {ServiceError} the message asks for what there is not
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
  /** Called when the answer is on its way, before any event: delivers what there is already. */
  readonly begin?: () => void
  readonly stop: Unwatch
}

/** One for each stream that answers. A missing one does not compile. */
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
    super(`This connection has ${most} subscriptions, the most it may. Unsubscribe first.`)
  }
}

export class UnknownSubscriptionError extends ServiceError {
  readonly code = 'NOT_FOUND'
  constructor() {
    super('This connection has no subscription of that subscription_id.')
  }
}
