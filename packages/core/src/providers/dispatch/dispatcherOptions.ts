import type { Cancellation } from '../../time/cancel.ts'
import type { Clock } from '../../time/clock.ts'
import type { Endpoint, EndpointConfig } from '../endpoint.ts'

export type DispatcherOptions = {
  readonly name: string
  readonly endpoints: readonly (string | EndpointConfig)[]
  /** Asks whether an endpoint is well, and with `identity` whether it is the right one; resolves to its head where it has one. @throws {EndpointError} */
  readonly probe: (endpoint: Endpoint, signal: Cancellation, identity: boolean) => Promise<bigint | null>
  readonly timeoutMs: number
  readonly hedgeDelayMs: number | undefined
  readonly failureThreshold: number
  readonly maxProbeDelayMs: number
  readonly probeIntervalMs: number
  readonly maxLagBlocks: number
  readonly retries: number
  readonly clock: Clock
  readonly signal: AbortSignal | undefined
}
