import { lendingIds } from '@outrigger/api/contract'
import { findChainName, toSuggestion } from '@outrigger/core/internal'
import { UsageError } from '../exitCodes.ts'
import type { Setting } from './settings.ts'

/** Flags that are settings of a node. */
export type SettingFlags = {
  readonly rpc?: readonly string[]
  readonly beacon?: readonly string[]
  readonly port?: string
  readonly gatewayPort?: string
  readonly host?: string
  readonly dataDir?: string
  readonly log?: string
  readonly protocol?: string
  readonly dashboard?: boolean
}

/** @throws {UsageError} the message does not repeat values that may contain a key */
export function readFlags(flags: SettingFlags): readonly Setting[] {
  const { rpc = [], beacon = [], port, gatewayPort, host, dataDir, log, dashboard, protocol } = flags
  return [
    ...readChains(rpc),
    ...toSetting('beacon.endpoints', '--beacon', beacon.length === 0 ? undefined : beacon.flatMap(toUrls)),
    ...toSetting('port', '--port', port && toPort('--port', port)),
    ...toSetting('gatewayPort', '--gateway-port', gatewayPort && toPort('--gateway-port', gatewayPort)),
    ...toSetting('host', '--host', host),
    ...toSetting('dataDir', '--data-dir', dataDir),
    ...toSetting('log', '--log', log),
    ...toSetting('dashboard', '--no-dashboard', dashboard === false ? false : undefined),
    ...toSetting('lendingProtocols', '--protocol', protocol === undefined ? undefined : toLendingIds(protocol)),
  ]
}

function toSetting(path: string, origin: string, value: unknown): readonly Setting[] {
  return value === undefined ? [] : [{ path, value, origin }]
}

function readChains(rpc: readonly string[]): readonly Setting[] {
  const chains = new Map<string, readonly string[]>()
  for (const value of rpc) {
    const [, name, urls = ''] = /^([a-z0-9]+)=(.*)$/is.exec(value) ?? []
    if (name === undefined)
      throw new UsageError('--rpc takes a chain and its endpoints, primary first, as in --rpc ethereum=<url>,<url>')
    if (urls.trim() === '') throw new UsageError(`The URL of --rpc ${name}= is empty: is the variable set?`)
    const chain = findChainName(name) ?? name
    chains.set(chain, [...(chains.get(chain) ?? []), ...toUrls(urls)])
  }
  return [...chains].flatMap(([chain, value]) => toSetting(`chains.${chain}.endpoints`, '--rpc', value))
}

function toLendingIds(text: string): readonly string[] {
  const ids = splitList(text)
  const unknown = ids.filter((id) => !lendingIds.includes(id))
  if (unknown.length === 0) return ids
  throw new UsageError(
    `Unknown protocol: ${unknown.join(', ')}.${toSuggestion(unknown[0] ?? '', lendingIds)} --protocol takes one or more of these, separated by commas: ${lendingIds.join(', ')}.`,
  )
}

/** @throws {UsageError} */
export function toPort(flag: string, text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535)
    throw new UsageError(`${flag} takes a port from 0 to 65535; 0 picks a free one.`)
  return Number(text)
}

/** Splits values at commas. */
export const splitList = (text: string): readonly string[] => text.split(',').map((part) => part.trim())

/** Splits the value of an optional flag at commas. */
export const toList = (text: string | undefined): readonly string[] | undefined =>
  text === undefined ? undefined : splitList(text)

/** Splits URLs at commas, but not at commas inside a URL. A missing URL stays an empty string, which the validation reports. */
export function toUrls(text: string): readonly string[] {
  return text.split(/,\s*(?=(?:https?|wss?):\/\/|$)/i).map((url) => url.trim())
}
