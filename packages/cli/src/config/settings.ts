import { findChainName } from '@outrigger/core/internal'
import { type NodeConfig, toNodeConfig } from '@outrigger/server'

/** One value, e.g. `chains.ethereum.endpoints`, and its origin: a flag, a variable, a file, or `default`. */
export type Setting = { readonly path: string; readonly value: unknown; readonly origin: string }

/** Effective settings by path. */
export type Settings = ReadonlyMap<string, Setting>

/** Merges layers value by value. Later layers win: a flag with endpoints does not change a timeout of the file. */
export function toSettings(...layers: readonly (readonly Setting[])[]): Settings {
  return new Map(layers.flat().map((setting) => [setting.path, setting]))
}

/** Converts a nested configuration to single values. Lists and empty sections stay whole. Chains may be named by their ids. */
export function flattenConfig(config: object, origin: string, prefix = ''): readonly Setting[] {
  return Object.entries(config).flatMap(([key, value]): readonly Setting[] => {
    const path = prefix + (prefix === 'chains.' ? (findChainName(key) ?? key) : key)
    return isSection(value) && !isEmptySection(value)
      ? flattenConfig(value, origin, `${path}.`)
      : [{ path, value, origin }]
  })
}

/** Returns true for an empty section. Such a section is kept, because its name may be wrong. */
export function isEmptySection(value: unknown): boolean {
  return isSection(value) && Object.keys(value).length === 0
}

function isSection(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** @throws {InvalidConfigError} names every invalid field */
export function toConfig(settings: Settings): NodeConfig {
  const root: Section = {}
  for (const { path, value } of settings.values()) {
    const keys = path.split('.')
    const last = keys.pop() ?? ''
    const section = keys.reduce(openSection, root)
    if (isEmptySection(value)) openSection(section, last)
    else set(section, last, value)
  }
  return toNodeConfig(root)
}

type Section = Record<string, unknown>

/** Returns the section of a name. It replaces a single value. */
function openSection(parent: Section, key: string): Section {
  const known = Object.hasOwn(parent, key) ? parent[key] : undefined
  const section = isSection(known) ? (known as Section) : {}
  set(parent, key, section)
  return section
}

/** Defines the property, because an assignment to `__proto__` would pass the validation unnoticed. */
function set(section: Section, key: string, value: unknown): void {
  Object.defineProperty(section, key, { value, writable: true, enumerable: true, configurable: true })
}
