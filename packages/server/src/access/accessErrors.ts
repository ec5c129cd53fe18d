import type { Scope, Tier } from '@outrigger/api/contract'
import { ServiceError } from '../errors/serviceError.ts'

export class InvalidApiKeyError extends ServiceError {
  readonly code = 'INVALID_API_KEY'
  /** @param wasSent whether the request had a key. The message says how to send one if it had none. */
  constructor(wasSent: boolean) {
    super(
      wasSent
        ? 'Invalid API key'
        : 'Invalid API key: No API key was sent. Send one as X-API-Key, or as Authorization: Bearer <key>. `outrigger keys create` creates one.',
    )
  }
}

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

/** The key has used up a limit per minute or per month. */
export class RateLimitExceededError extends ServiceError {
  readonly code = 'RATE_LIMIT_EXCEEDED'
  override readonly retryable = true
  override readonly details: { readonly limit: number; readonly used: number; readonly reset_at: string }
  override readonly retryAfterSeconds: number
  constructor(what: string, { limit, used, resetMs, nowMs }: Reached) {
    super(`${what} Try again after ${new Date(resetMs).toISOString()}.`)
    this.details = { limit, used, reset_at: new Date(resetMs).toISOString() }
    this.retryAfterSeconds = Math.max(1, Math.ceil((resetMs - nowMs) / 1000))
  }
}

type Reached = { readonly limit: number; readonly used: number; readonly resetMs: number; readonly nowMs: number }

type Throughput = {
  readonly limit: number
  readonly unit: 'requests' | 'calls' | 'compute units'
  readonly tier: Tier
  /** True if the key sets the limit, false if its tier does. */
  readonly isOwn: boolean
  readonly waitMs: number
}

/** The key sent more requests per second than its tier or its own limit allows. */
export class ThroughputExceededError extends ServiceError {
  readonly code = 'THROUGHPUT_EXCEEDED'
  override readonly retryable = true
  override readonly details: { readonly limit: number; readonly unit: string; readonly tier: Tier }
  override readonly retryAfterSeconds: number
  constructor({ limit, unit, tier, isOwn, waitMs }: Throughput) {
    const what = `${isOwn ? 'This key' : `The tier "${tier}"`} allows ${limit} ${unit} per second`
    // Answers to batches and sockets have no Retry-After.
    const seconds = Math.max(1, Math.ceil(waitMs / 1000))
    super(`${what}. Try again in ${seconds} second${seconds === 1 ? '' : 's'}.`)
    this.details = { limit, unit, tier }
    this.retryAfterSeconds = seconds
  }
}
