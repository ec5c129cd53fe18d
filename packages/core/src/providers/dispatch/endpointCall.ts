import type { Cancellation } from '../../time/cancel.ts'
import type { EndpointHealth } from '../circuit/health.ts'
import type { EndpointError } from '../errors.ts'

/** One request, and how to send it to an endpoint. */
export type EndpointCall<result> = {
  /** Method or path. It identifies the call in errors. Latency is learned per method. */
  readonly method: string
  /** @throws {EndpointError} */
  run(health: EndpointHealth, signal: Cancellation): Promise<result>
  /** Checks a result before it counts as an answer. @throws {EndpointError} the answer is wrong */
  check?(result: result, health: EndpointHealth): void
  /**
   * Returns whether an endpoint can probably answer the request. The pool calls other endpoints only after these
   * endpoints.
   */
  isAble?(health: EndpointHealth): boolean
  /** Called when the call failed at an endpoint. Use it to learn from the failure. */
  onFailure?(health: EndpointHealth, error: EndpointError): void
  /** Called when an endpoint gave an empty answer although another endpoint has shown that the data exists. */
  onDenied?(health: EndpointHealth, result: result): void
}
