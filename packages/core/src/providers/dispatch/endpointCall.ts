import type { Cancellation } from '../../time/cancel.ts'
import type { EndpointHealth } from '../circuit/health.ts'
import type { EndpointError } from '../errors.ts'

/** One request, and how to send it to an endpoint. */
export type EndpointCall<result> = {
  /** Method or path. Names the call in errors; latency is learned per method. */
  readonly method: string
  /** @throws {EndpointError} */
  run(health: EndpointHealth, signal: Cancellation): Promise<result>
  /** Checks a result before it counts as an answer. @throws {EndpointError} the answer is wrong */
  check?(result: result, health: EndpointHealth): void
  /** Whether an endpoint can probably answer the request. The pool calls other endpoints only after all of these. */
  isAble?(health: EndpointHealth): boolean
  /** Called when the call failed at an endpoint, to learn from the failure. */
  onFailure?(health: EndpointHealth, error: EndpointError): void
  /** Called when an endpoint gave an empty answer and another one has shown that there is data. */
  onDenied?(health: EndpointHealth, result: result): void
}
