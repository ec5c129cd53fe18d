import { chainDefaults, configDefaults, poolDefaults } from '@outrigger/server/internal'
import { variables } from './environment.ts'
import { flattenConfig, isEmptySection, type Setting, type Settings } from './settings.ts'

/**
 * Lists every setting in force: first the given ones, then the defaults. Lists of objects are split into single values.
 */
export function listEffective(settings: Settings): readonly Setting[] {
  const defaults: Record<string, unknown> = { ...configDefaults, log: 'info; silent while the live view is shown' }
  for (const path of settings.keys()) {
    const pool = /^(chains\.\w+|beacon)\.endpoints$/.exec(path)?.[1]
    if (pool === undefined) continue
    for (const [name, value] of Object.entries(pool === 'beacon' ? poolDefaults : chainDefaults))
      defaults[`${pool}.${name}`] = value
  }
  for (const { path } of variables) defaults[path] ??= 'not set'
  const given = [...settings.values()].filter(({ value }) => !isEmptySection(value))
  const isGiven = (path: string) =>
    given.some(({ path: key }) => path === key || path.startsWith(`${key}.`) || key.startsWith(`${path}.`))
  const rest = Object.entries(defaults).flatMap(([path, value]) =>
    isGiven(path) ? [] : [{ path, value, origin: 'default' }],
  )
  return [...given, ...rest].flatMap(unfold)
}

/** Splits a list of objects into single values: `chains.base.endpoints.0.url`. */
function unfold({ path, value, origin }: Setting): readonly Setting[] {
  if (!Array.isArray(value) || value.every((item) => typeof item !== 'object')) return [{ path, value, origin }]
  return value.flatMap((item, index) =>
    typeof item === 'object' && item !== null
      ? flattenConfig(item, origin, `${path}.${index}.`)
      : [{ path: `${path}.${index}`, value: item, origin }],
  )
}
