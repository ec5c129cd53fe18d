import type { IncomingHttpHeaders } from 'node:http'
import type { Scope, Tier } from '@outrigger/api/contract'
import { toCredential } from '../http/caller/credentials.ts'
import { ContractError } from '../node/contractError.ts'

export class InvalidApiKeyError extends ContractError {
  readonly code = 'INVALID_API_KEY'
  /** @param headers of the request, which tell a bad key from none */
  constructor(headers: IncomingHttpHeaders) {
    const wasSent = toCredential(headers) !== undefined
    super(
      wasSent
        ? 'Invalid API key'
        : 'Invalid API key: No API key was sent. Send one as X-API-Key, or as Authorization: Bearer <key>. `outrigger keys create` makes one.',
    )
  }
}

export class InsufficientPermissionsError extends ContractError {
  readonly code = 'INSUFFICIENT_PERMISSIONS'
  override readonly details: { readonly required_scope: Scope }
  constructor(scope: Scope) {
    super('Insufficient permissions')
    this.details = { required_scope: scope }
  }
}

export class PageRefusedError extends ContractError {
  readonly code = 'INSUFFICIENT_PERMISSIONS'
  constructor() {
    super(
      'A page of another origin may change something here with a key in X-API-Key, or as Content-Type: application/json where the setting cors names its origin.',
    )
  }
}

export class TierTooLowError extends ContractError {
  readonly code = 'METHOD_NOT_ALLOWED'
  override readonly details: { readonly required_tier: Tier }
  constructor(tier: Tier) {
    super(`This method needs the tier "${tier}" or a higher one.`)
    this.details = { required_tier: tier }
  }
}

export class RateLimitExceededError extends ContractError {
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
