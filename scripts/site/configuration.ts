import { NodeConfigSchema } from '@outrigger/server'
import { chainDefaults, configDefaults, poolDefaults } from '@outrigger/server/internal'
import { variables } from '../../packages/cli/src/config/environment.ts'
import { type Page, toTable } from './markdown.ts'
import { listFields, type Schema, toType } from './schema.ts'

/** The page of all settings, made from the schema that a configuration is held against. */
export function toConfigurationPages(): readonly Page[] {
  const schema = NodeConfigSchema as unknown as Schema
  const fields = listFields(schema).filter(({ schema }) => schema.properties === undefined)
  const rows = fields.map(({ path, schema }) => [
    `\`${path}\``,
    toType(schema),
    toVariable(path),
    toDefault(path) ?? schema.description ?? '',
  ])
  const text = [
    '# Every setting',
    'What a configuration file may hold, field by field: `<name>` is a name of your choice or that of a chain, `[]` an item of a list. [Configuration](/guide/configuration.md) says what the settings are for; `outrigger config` shows those in force.',
    toTable(['Setting', 'Type', 'Variable', 'Default'], rows),
    'For editors and checks of your own, the same [as JSON Schema](/spec/configuration.json).',
  ].join('\n\n')
  return [{ path: 'reference/configuration.md', text }]
}

function toVariable(path: string): string {
  if (path === 'beacon.endpoints') return '`OUTRIGGER_BEACON`'
  if (path === 'chains.<name>.endpoints') return '`OUTRIGGER_RPC_<NAME>`'
  const own = variables.find((variable) => variable.path === path)
  return own ? `\`${own.name}\`` : ''
}

function toDefault(path: string): string | undefined {
  const [, parent, name = ''] = /^(chains\.<name>|beacon)\.(\w+)$/.exec(path) ?? []
  const value = parent === undefined ? configDefaults[path] : (parent === 'beacon' ? poolDefaults : chainDefaults)[name]
  if (value === undefined) return undefined
  return typeof value === 'string' ? value : `\`${JSON.stringify(value)}\``
}
