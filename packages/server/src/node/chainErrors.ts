import { ServiceError } from '../errors/serviceError.ts'

export class InvalidChainError extends ServiceError {
  readonly code = 'INVALID_CHAIN'
  constructor(chain: string, supported: readonly string[]) {
    const shown = chain.length > 64 ? `${chain.slice(0, 64)}…` : chain
    super(`Chain "${shown}" is not supported here. Supported: ${supported.join(', ')}.`)
  }
}

export class UpstreamUnavailableError extends ServiceError {
  readonly code = 'UPSTREAM_UNAVAILABLE'
  override readonly retryable = true
  override readonly details: { readonly upstream: string; readonly [more: string]: unknown }
  constructor(upstream: string, message: string, cause?: unknown, more: object = {}) {
    super(message, { cause })
    this.details = { upstream, ...more }
  }
}

/** Returns the error for a chain without a provider. The message names the flag and the setting that add one. */
export function toNotConfigured(upstream: 'beacon' | (string & {})): UpstreamUnavailableError {
  const [flag, setting] =
    upstream === 'beacon'
      ? ['--beacon <url>', 'beacon.endpoints']
      : [`--rpc ${upstream}=<url>`, `chains.${upstream}.endpoints`]
  const message = `No ${upstream} provider is configured. Start the node with ${flag}, or set ${setting} in its configuration.`
  return new UpstreamUnavailableError(upstream, message)
}
