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
    return isSection(value) && !isEmptySection(value)
      ? flattenConfig(value, origin, `${path}.`)
      : [{ path, value, origin }]
  })
}

/** It says nothing but its name, which may be wrong. */
export function isEmptySection(value: unknown): boolean {
  return isSection(value) && Object.keys(value).length === 0
}

function isSection(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** @throws {InvalidConfigError} names every wrong field */
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

/** The section of a name, which takes the place of a single value. */
function openSection(parent: Section, key: string): Section {
  const known = Object.hasOwn(parent, key) ? parent[key] : undefined
  const section = isSection(known) ? (known as Section) : {}
  set(parent, key, section)
  return section
}

/** An assignment to `__proto__` would make no setting, which nobody would refuse. */
function set(section: Section, key: string, value: unknown): void {
  Object.defineProperty(section, key, { value, writable: true, enumerable: true, configurable: true })
}
