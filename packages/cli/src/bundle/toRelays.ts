import type { RelaySetting } from '@outrigger/mev/bundles'
import { UsageError } from '../exitCodes.ts'

/**
 * Returns the relays of `--relay`, or all of `mev.relays` if the option is not given. A name without a URL gets the settings of
 * that name in the configuration.
 * @throws {UsageError} neither names a relay
 */
export function toRelays(
  named: readonly string[] = [],
  configured: readonly RelaySetting[] = [],
): readonly RelaySetting[] {
  if (named.length === 0 && configured.length === 0)
    throw new UsageError('No relay is configured. Name one with --relay, or set mev.relays in the configuration.')
  if (named.length === 0) return configured
  return named.map((text) => {
    const [name = '', url] = text.split(/=(.*)/s)
    const known = configured.find((one) => (typeof one === 'string' ? one : one.name) === name)
    return url === undefined ? (known ?? name) : { ...(typeof known === 'object' && known), name, url }
  })
}
