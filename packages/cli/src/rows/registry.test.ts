import { fileURLToPath } from 'node:url'
import { Command } from 'commander'
import { describe, expect, it } from 'vitest'
import { loadCommands } from '../commands/registry.ts'
import { queries } from '../commands/tableOptions.ts'
import { datasets } from '../export/datasets.ts'
import { historyTables } from '../sql/history/registry.ts'
import { listings } from './registry.ts'
import type { ColumnType, Schema } from './schema.ts'

const page = fileURLToPath(new URL('../../../../docs/guide/columns.md', import.meta.url))
const exported = Object.entries(datasets)
const history = Object.entries(historyTables)
const tables = [...exported, ...history].map(([, { schema }]) => schema)
const schemas = [...new Set([...Object.values(listings), ...tables])]

/** Names of types in the guide. */
const typeNames: Readonly<Record<ColumnType, string>> = {
  string: 'text',
  hex: 'hex',
  decimal: 'decimal',
  bool: 'bool',
  int32: 'int32',
  int64: 'int64',
  double: 'double',
  timestamp: 'timestamp',
}

function toSection(schema: Schema): string {
  const commands = [
    ...Object.entries(listings).flatMap(([name, kind]) => (kind === schema ? [`\`outrigger ${name}\``] : [])),
    ...exported.flatMap(([name, dataset]) => (dataset.schema === schema ? [`\`outrigger export ${name}\``] : [])),
    ...history.flatMap(([name, table]) =>
      table.schema === schema ? [`the table \`${name}\` of \`outrigger sql\``] : [],
    ),
  ]
  const rows = Object.entries(schema.columns).map(
    ([name, { type, description, isNullable }]) =>
      `| \`${name}\` | ${typeNames[type]}${isNullable ? ', may be null' : ''} | ${description} |`,
  )
  return [
    `## ${schema.name}`,
    `${schema.description} Version ${schema.version}, from ${commands.join(' and ')}.`,
    ['| column | type | content |', '| --- | --- | --- |', ...rows].join('\n'),
  ].join('\n\n')
}

describe('kinds of rows', () => {
  it('are listed in the guide (update the page with npx vitest run packages/cli/src/rows -u)', async () => {
    const intro = [
      '# Columns of tables',
      'The columns of the files that `-o` and `--format` write, and of the tables of [SQL](sql.md). [Tables](tables.md) has the types, and shows how\nto read the files. Another list of columns is another version.',
    ]
    await expect(`${[...intro, ...schemas.map(toSection)].join('\n\n')}\n`).toMatchFileSnapshot(page)
  })

  it('have names of their own, in snake case', () => {
    const names = schemas.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    const all = [...names, ...schemas.flatMap(({ columns }) => Object.keys(columns))]
    expect(all.filter((name) => !/^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/.test(name))).toEqual([])
  })

  it('name the chain beside a block, and have each decimal as a number too', () => {
    for (const { name, columns } of schemas) {
      if ('block_number' in columns) expect(Object.keys(columns), name).toContain('chain')
      for (const [amount, { type }] of Object.entries(columns))
        if (type === 'decimal') {
          // The same figure as a number.
          const number = new RegExp(`^${amount.replace(/_(?:string|wei)$/, '')}(?:_eth|_gwei)?$`)
          expect(
            Object.keys(columns).some((one) => number.test(one)),
            `${name}.${amount}`,
          ).toBe(true)
        }
    }
  })

  it('are of commands with the options for tables', async () => {
    const program = new Command()
    const nothing = async () => {}
    for (const addCommand of await loadCommands()) addCommand(program, { serve: nothing, run: nothing })
    const toPaths = (command: Command, prefix: string): readonly string[] =>
      command.commands.flatMap((child) => {
        const path = `${prefix}${child.name()}`
        const has = child.options.some(({ long }) => long === '--output')
        return [...(has ? [path] : []), ...toPaths(child, `${path} `)]
      })
    // `export` writes a directory of files, of the data set that is named.
    expect([...toPaths(program, '')].sort()).toEqual([...Object.keys(listings), ...queries, 'export'].sort())
  })
})
