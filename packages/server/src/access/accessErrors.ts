import type { Scope, Tier } from '@outrigger/api/contract'
import { ServiceError } from '../node/serviceError.ts'

export class InsufficientPermissionsError extends ServiceError {
  readonly code = 'INSUFFICIENT_PERMISSIONS'
  override readonly details: { readonly required_scope: Scope }
  constructor(scope: Scope) {
    super('Insufficient permissions')
    this.details = { required_scope: scope }
  }
}

export class TierTooLowError extends ServiceError {
  readonly code = 'METHOD_NOT_ALLOWED'
  override readonly details: { readonly required_tier: Tier }
  constructor(tier: Tier) {
    super(`This method needs the tier "${tier}" or a higher one.`)
    this.details = { required_tier: tier }
  }
}

export class RateLimitExceededError extends ServiceError {
  readonly code = 'RATE_LIMIT_EXCEEDED'
  override readonly retryable = true
  override readonly details: { readonly limit: number; readonly used: number; readonly reset_at: string }
  override readonly retryAfterSeconds: number
  constructor(limit: number, used: number, resetAtMs: number, nowMs: number) {
    super(`More than ${limit} requests in this minute. Ask again after the time in Retry-After.`)
    this.details = { limit, used, reset_at: new Date(resetAtMs).toISOString() }
    this.retryAfterSeconds = Math.max(1, Math.ceil((resetAtMs - nowMs) / 1000))
  }
}

export class ThroughputExceededError extends ServiceError {
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
