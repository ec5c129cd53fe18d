import type { Cancellation } from '../../time/cancel.ts'
import type { EndpointHealth } from '../circuit/health.ts'
import type { EndpointError } from '../errors.ts'

/** One logical request, and how it is put to an endpoint. */
export type EndpointCall<result> = {
  /** Method or path: names the call in errors and keys its learned latency. */
  readonly method: string
  /** @throws {EndpointError} */
  run(health: EndpointHealth, signal: Cancellation): Promise<result>
  /** Checks a result before it counts as an answer. @throws {EndpointError} the answer cannot be right */
  check?(result: result, health: EndpointHealth): void
  /** Whether an endpoint may be expected to answer; one that is not able is asked only when no other is left. */
  isAble?(health: EndpointHealth): boolean
  /** The call failed at an endpoint; a chance to learn from it. */
  onFailure?(health: EndpointHealth, error: EndpointError): void
  /** An endpoint said that there is nothing, and another one has shown it. */
  onDenied?(health: EndpointHealth, result: result): void
}
