import { toSuggestion } from '@outrigger/core/internal'
import { ServiceError } from '../errors/serviceError.ts'

export class InvalidChainError extends ServiceError {
  readonly code = 'INVALID_CHAIN'
  /** @param pools the providers of the node, if the chains are served through them */
  constructor(chain: string, supported: readonly string[], pools?: object) {
    const shown = chain.length > 64 ? `${chain.slice(0, 64)}…` : chain
    const served = supported.filter((name) => pools && Object.hasOwn(pools, name))
    const list =
      served.length > 0 ? `Served by this node: ${served.join(', ')}.` : `Supported: ${supported.join(', ')}.`
    const how = pools ? ' Add one with --rpc <chain>=<url>, or chains.<chain>.endpoints in its configuration.' : ''
    super(`Chain "${shown}" is not supported here.${toSuggestion(chain, supported)} ${list}${how}`)
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
