import { findChainName } from '@outrigger/core/internal'
import { type NodeConfig, toNodeConfig } from '@outrigger/server'

/** One value, e.g. `chains.ethereum.endpoints`, and who said it: a flag, a variable, a file, or `default`. */
export type Setting = { readonly path: string; readonly value: unknown; readonly origin: string }

/** Effective settings by path. */
export type Settings = ReadonlyMap<string, Setting>

/** Later layers win, value by value: a flag that names an endpoint leaves the file's timeout alone. */
export function toSettings(...layers: readonly (readonly Setting[])[]): Settings {
  return new Map(layers.flat().map((setting) => [setting.path, setting]))
}

/** A nested configuration as single values. Lists stay whole, empty sections too; chains may be named by their ids. */
export function flattenConfig(config: object, origin: string, prefix = ''): readonly Setting[] {
  return Object.entries(config).flatMap(([key, value]): readonly Setting[] => {
    const path = prefix + (prefix === 'chains.' ? (findChainName(key) ?? key) : key)
    return isSection(value) && Object.keys(value).length > 0
      ? flattenConfig(value, origin, `${path}.`)
      : [{ path, value, origin }]
  })
}

/** @throws {InvalidConfigError} names every wrong field */
export function toConfig(settings: Settings): NodeConfig {
  const root: Record<string, unknown> = {}
  for (const { path, value } of settings.values()) {
    const keys = path.split('.')
    const last = keys.pop() ?? ''
    let target = root
    for (const key of keys) {
      const next = Object.hasOwn(target, key) ? target[key] : undefined
      const nested = typeof next === 'object' && next !== null ? next : {}
      target[key] = nested
      target = nested as Record<string, unknown>
    }
    // A copy of an empty section, which further settings are put into.
    target[last] = isSection(value) ? { ...value } : value
  }
  return toNodeConfig(root)
}

function isSection(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
