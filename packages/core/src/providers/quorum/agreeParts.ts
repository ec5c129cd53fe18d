import type { Cancellation } from '../../time/cancel.ts'
import type { EndpointHealth } from '../circuit/health.ts'
import type { AttemptOptions } from '../dispatch/attempt.ts'
import type { Dispatcher } from '../dispatch/dispatcher.ts'
import type { Payload, RpcCall } from '../wire/rpcCall.ts'

export type AgreeParts = {
  readonly dispatcher: Dispatcher
  readonly name: string
  readonly agree: number
  readonly maxLagBlocks: number
  readonly prefer: string | undefined
  readonly signal: Cancellation | undefined
  /** Returns whether an endpoint is expected to be able to answer. */
  readonly isAble: (health: EndpointHealth) => boolean
  /** Sends one request to one endpoint. @throws {EndpointError} */
  readonly read: (health: EndpointHealth, call: RpcCall, how: AskOptions) => Promise<Payload>
}

export type AskOptions = Pick<AttemptOptions, 'hedge' | 'isAlreadyAnswered'>
