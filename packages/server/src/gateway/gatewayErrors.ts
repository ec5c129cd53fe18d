import type { Tier } from '@outrigger/api/contract'
import { ContractError } from '../node/contractError.ts'

export class ThroughputExceededError extends ContractError {
  readonly code = 'THROUGHPUT_EXCEEDED'
  override readonly retryable = true
  override readonly details: { readonly limit: number; readonly tier: Tier }
  override readonly retryAfterSeconds: number
  constructor(limit: number, tier: Tier, waitMs: number) {
    super(
      waitMs === Number.POSITIVE_INFINITY
        ? `The tier "${tier}" allows ${limit} calls per second, and this batch has more. Send it in parts.`
        : `The tier "${tier}" allows ${limit} calls per second. Ask again after the time in Retry-After.`,
    )
    this.details = { limit, tier }
    this.retryAfterSeconds = Math.max(1, Math.ceil(Math.min(waitMs, 1000) / 1000))
  }
}

export class BodyTooLargeError extends ContractError {
  readonly code = 'PAYLOAD_TOO_LARGE'
  constructor(bytes: number) {
    super(`The body is larger than the ${bytes} bytes this gateway accepts.`)
  }
}

export class NoGatewayPathError extends ContractError {
  readonly code = 'NOT_FOUND'
  constructor(path: string) {
    super(
      `There is no ${path.slice(0, 100)} here. The gateway serves POST /{chain}/rpc, the WebSocket /{chain}/ws and /ethereum/beacon/….`,
    )
  }
}

export class NotTheRestPortError extends ContractError {
  readonly code = 'NOT_FOUND'
  constructor(path: string, restUrl: string | null) {
    const where = restUrl === null ? 'on its own port, 8787 by default' : `at ${restUrl}`
    super(`There is no ${path.slice(0, 100)} here: this is the gateway's port. The REST interface listens ${where}.`)
  }
}

export class GatewayFaultError extends ContractError {
  readonly code = 'INTERNAL_ERROR'
  constructor() {
    super('Something went wrong here. The log has more under the id in X-Request-Id.')
  }
}
