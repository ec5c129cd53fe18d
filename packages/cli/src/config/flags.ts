import { lendingIds } from '@outrigger/api/contract'
import { findChainName, toSuggestion } from '@outrigger/core/internal'
import { UsageError } from '../exitCodes.ts'
import type { Setting } from './settings.ts'

/** Flags that are settings of a node, as commander collects them. */
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

/** @throws {UsageError} never repeats a value that may hold a key */
export function readFlags(flags: SettingFlags): readonly Setting[] {
  const { rpc = [], beacon = [] } = flags
  const chains = new Map<string, readonly string[]>()
  for (const value of rpc) {
    const [, name, urls = ''] = /^([a-z0-9]+)=(.*)$/is.exec(value) ?? []
    if (name === undefined)
      throw new UsageError('--rpc takes a chain and its endpoints, primary first, as in --rpc ethereum=<url>,<url>')
    if (urls.trim() === '') throw new UsageError(`The URL of --rpc ${name}= is empty: is the variable set?`)
    const chain = findChainName(name) ?? name
    chains.set(chain, [...(chains.get(chain) ?? []), ...toUrls(urls)])
  }
  const settings: Setting[] = [...chains].map(([chain, value]) => ({
    path: `chains.${chain}.endpoints`,
    value,
    origin: '--rpc',
  }))
  if (beacon.length > 0) settings.push({ path: 'beacon.endpoints', value: beacon.flatMap(toUrls), origin: '--beacon' })
  for (const [path, flag] of [
    ['port', '--port'],
    ['gatewayPort', '--gateway-port'],
  ] as const) {
    const text = flags[path]
    if (text === undefined) continue
    settings.push({ path, value: toPort(flag, text), origin: flag })
  }
  for (const [path, flag] of [
    ['host', '--host'],
    ['dataDir', '--data-dir'],
    ['log', '--log'],
  ] as const)
    if (flags[path] !== undefined) settings.push({ path, value: flags[path], origin: flag })
  if (flags.dashboard === false) settings.push({ path: 'dashboard', value: false, origin: '--no-dashboard' })
  if (flags.protocol !== undefined) {
    const value = splitList(flags.protocol)
    const unknown = value.filter((id) => !lendingIds.includes(id))
    if (unknown.length > 0)
      throw new UsageError(
        `--protocol takes ${lendingIds.join(', ')}, or several with commas between; not ${unknown.join(', ')}.${toSuggestion(unknown[0] ?? '', lendingIds)}`,
      )
    settings.push({ path: 'lendingProtocols', value, origin: '--protocol' })
  }
  return settings
}

/** @throws {UsageError} */
export function toPort(flag: string, text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535)
    throw new UsageError(`${flag} takes a port from 0 to 65535; 0 takes a free one.`)
  return Number(text)
}

/** Values with commas between them. */
export const splitList = (text: string): readonly string[] => text.split(',').map((part) => part.trim())

/** The same of a flag that may be missing. */
export const toList = (text: string | undefined): readonly string[] | undefined =>
  text === undefined ? undefined : splitList(text)

/** Comma-separated URLs; a comma inside a URL separates nothing. A missing URL stays an empty string, so that the check of the settings reports it. */
export function toUrls(text: string): readonly string[] {
  return text.split(/,\s*(?=(?:https?|wss?):\/\/|$)/i).map((url) => url.trim())
}
