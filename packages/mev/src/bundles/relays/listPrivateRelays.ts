import type { ChainName } from '@outrigger/core'
import { relayProfiles } from './registry.ts'
import { type RelaySetting, resolveRelay } from './relay.ts'
import type { RelayProfile } from './relayProfile.ts'

/** A relay that accepts private transactions. */
export type PrivateRelay = {
  readonly name: string
  /** Public address. Null if the relay has none. */
  readonly url: string | null
  /** JSON-RPC method for private transactions. */
  readonly method: NonNullable<RelayProfile['privateMethod']>
  /** `signature`: an `x-flashbots-signature` header from any key. `account`: an account at the relay. Null: neither. */
  readonly requires: 'signature' | 'account' | null
  /** True if the settings contain it. */
  readonly configured: boolean
}

/**
 * Lists the relays of a chain that accept private transactions: those of the settings, then the other public ones, those
 * that require the least first.
 */
export function listPrivateRelays(chain: ChainName, settings: readonly RelaySetting[]): readonly PrivateRelay[] {
  const own = settings.map((setting) => resolveRelay(setting).profile)
  const names = new Set(own.map(({ name }) => name))
  const others = relayProfiles.filter(({ name }) => !names.has(name))
  return [...own, ...others.toSorted((a, b) => toEffort(a) - toEffort(b))].flatMap((profile) => {
    const { name, urls, privateMethod: method } = profile
    const url = urls[chain]
    const configured = names.has(name)
    // Without a public address, only the settings can name one.
    if (url === undefined || method === null || (url === null && !configured)) return []
    return [{ name, url, method, requires: toRequirement(profile), configured }]
  })
}

const toRequirement = ({ needsAccount, signature }: RelayProfile): PrivateRelay['requires'] =>
  needsAccount ? 'account' : signature === 'required' ? 'signature' : null

const toEffort = (profile: RelayProfile) => [null, 'signature', 'account'].indexOf(toRequirement(profile))
