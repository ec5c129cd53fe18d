import { NodeConfigSchema } from '@outrigger/server'
import { chainDefaults, configDefaults, poolDefaults } from '@outrigger/server/internal'
import { variables } from '../../packages/cli/src/config/environment.ts'
import { type Page, toTable } from './markdown.ts'
import { listFields, type Schema, toType } from './schema.ts'

/** Creates the page of all settings from the configuration schema. */
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
    'All fields of a configuration file. `<name>` is a name of your choice or the name of a chain, `[]` is an item of a list. [Configuration](/guide/configuration.md) says what the settings are for; `outrigger config` shows those in force.',
    toTable(['Setting', 'Type', 'Variable', 'Default'], rows),
    'The same is available [as JSON Schema](/spec/configuration.json) for editors and your own checks.',
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
