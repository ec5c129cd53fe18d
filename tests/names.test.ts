import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  contract,
  LiquidationStreamFilter,
  MempoolStreamFilter,
  MevStreamFilter,
  streamMessages,
} from '@outrigger/api/contract'
import { Command } from 'commander'
import { describe, expect, it } from 'vitest'
import { toSnakeCase } from '../packages/api/src/contract/record.ts'
import { loadCommands } from '../packages/cli/src/commands/registry.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

type Pair = readonly [from: string, to: string]
type Fields = { readonly [name: string]: unknown }

/** The pairs `a` → `b` of a table of CONTRIBUTING. `…` stands for any text, which is in snake case on the right. */
function readTable(heading: string): readonly Pair[] {
  const [, table = ''] = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8').split(`| ${heading} |`)
  const rows = table.slice(0, table.search(/\n\s*\n/))
  return [...rows.matchAll(/`([^`]+)` → `([^`]+)`/g)].map(([, from = '', to = '']) => [from, to])
}

function isPair([pattern, result]: Pair, [from, to]: Pair): boolean {
  const found = new RegExp(`^${pattern.replaceAll('…', '(.+?)')}$`).exec(from)
  if (found === null) return false
  const parts = found.slice(1).map((part) => toSnakeCase(part).replaceAll('-', '_'))
  return result.replaceAll('…', () => parts.shift() ?? '').replace(/^_/, '') === to
}

const format = (pairs: readonly Pair[]) => [...new Set(pairs.map((pair) => pair.join(' → ')))]

function expectSame(table: readonly Pair[], differences: readonly Pair[]): void {
  expect(format(differences.filter((pair) => !table.some((row) => isPair(row, pair))))).toEqual([])
  expect(format(table.filter((row) => !differences.some((pair) => isPair(row, pair))))).toEqual([])
}

/** The objects of a schema at any depth, with their fields in the library if they have names of their own there. */
type Shape = { readonly properties: Fields; readonly '~fields'?: Fields }
function* toShapes(schema: unknown): Generator<Shape> {
  if (typeof schema !== 'object' || schema === null) return
  if ('type' in schema && schema.type === 'object' && 'properties' in schema) yield schema as Shape
  for (const part of Object.values(schema)) yield* toShapes(part)
}

const endpoints = Object.values(contract).filter((endpoint) => endpoint.state === 'served')

describe('names in the library and on the wire', () => {
  const named = [...toShapes([endpoints, streamMessages])].flatMap((shape) =>
    Object.entries(shape['~fields'] ?? {}).flatMap(([name, field]): Pair[] =>
      typeof field === 'object' && field && 'wireName' in field ? [[name, String(field.wireName)]] : [],
    ),
  )

  it('differ as the table of CONTRIBUTING says', () => {
    expect(named.length).toBeGreaterThan(200)
    expectSame(readTable('reason | library → wire'), named)
    expect(format(named.filter(([name, wireName]) => toSnakeCase(name) === wireName))).toEqual([])
  })

  it('have no snake case in what the client returns', () => {
    const folder = join(root, 'packages/api/src/client')
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /(?<!test)\.ts$/.test(name),
    )
    const source = files.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n')
    const ids = [...source.matchAll(/\bread\('(\w+)'/g)].map(([, id]) => id as 'oracleGas')
    expect(ids.length).toBeGreaterThan(20)
    const responses = ids.map((id) => contract[id].response as unknown as Shape)
    // `data` of an envelope. Its metadata is not returned.
    const returned = responses.map((response) =>
      'metadata' in response.properties ? response.properties['data'] : response,
    )
    const plain = [...toShapes(returned)].filter((shape) => !('~fields' in shape))
    expect(plain.flatMap(({ properties }) => Object.keys(properties)).filter((name) => name.includes('_'))).toEqual([])
  })
})

type Inputs = { readonly params?: unknown; readonly query?: unknown; readonly body?: unknown }

/** The endpoint or stream filter that each command sends, or answers without a node, and its other options. */
const questions: { readonly [command: string]: readonly [inputs: Inputs, others: readonly string[]] } = {
  'gas estimate': [contract.gasEstimateChain, ['--blobs']],
  'gas history': [contract.blockchainGasHistory, []],
  'gas inclusion': [contract.gasInclusion, []],
  price: [{ params: [contract.priceHistory.query, contract.priceCompare.query] }, []],
  'market tvl': [contract.tvl, []],
  'market yields': [contract.yields, []],
  'market volumes': [contract.dexVolumes, []],
  'analytics series': [contract.analyticsChainData, ['--max-blocks']],
  'analytics dex': [contract.analyticsTrendingTokens, []],
  swap: [contract.aggregatorSwap, ['--compare', '--out']],
  history: [contract.blockchainAddressTransactions, []],
  mempool: [{ query: MempoolStreamFilter }, ['--unknown-value', '--token', '--transitions', '--replay', '--speed']],
  'mev watch': [{ query: MevStreamFilter }, ['--simulations', '--record']],
  'mev replay': [{ query: MevStreamFilter }, ['--without-simulations', '--chain', '--block-delay', '--record']],
  'mev findings': [contract.mevFindings, []],
  'mev exposure': [contract.mevExposure, []],
  position: [contract.defiPositionHealth, []],
  liquidations: [{ params: LiquidationStreamFilter, query: contract.defiOpportunities.query }, ['--watch']],
  'bundle send': [contract.mevSubmit, ['--dry-run', '--private', '--no-wait']],
  'alerts create': [contract.alertsCreate, []],
  'alerts list': [contract.alertsList, []],
  'keys create': [contract.accountKeyCreate, []],
  'keys rotate': [contract.accountKeyRotate, []],
  'keys limit': [contract.accountKeyUpdate, []],
}
/** Options for the place that answers, and for the file of the rows. */
const places = [
  ...['--config', '--rpc', '--beacon', '--node', '--api-key', '--data-dir'],
  ...['--output', '--format', '--append', '--force'],
]

const program = new Command()
for (const add of await loadCommands()) add(program, { run: async () => {}, serve: async () => {} })
const find = (path: string) =>
  path
    .split(' ')
    .reduce<Command | undefined>((from, name) => from?.commands.find((one) => one.name() === name), program)

describe('names of options and of parameters', () => {
  const used = new Set<string>()
  const differences = Object.entries(questions).flatMap(([path, [{ params, query, body }, others]]): Pair[] => {
    const names = [...toShapes([params, query, body])].flatMap(({ properties }) => Object.keys(properties))
    const options = find(path)?.options.map(({ long }) => String(long)) ?? []
    for (const option of options) if (others.includes(option)) used.add(`${path} ${option}`)
    return options
      .filter((option) => ![...places, ...others].includes(option))
      .filter((option) => !names.includes(option.replace(/^--(?:no-)?/, '').replaceAll('-', '_')))
      .map((option) => [option, toTarget(option, names)])
  })

  it('differ as the table of CONTRIBUTING says', () => {
    expectSame(readTable('reason | option → parameter'), differences)
  })

  it('are compared for commands and options that exist', () => {
    const all = Object.entries(questions).flatMap(([path, [, others]]) => others.map((option) => `${path} ${option}`))
    expect(Object.keys(questions).filter((path) => find(path) === undefined)).toEqual([])
    expect(all.filter((option) => !used.has(option))).toEqual([])
  })
})

/** The parameter that the table names for an option, if the endpoint has it. */
function toTarget(option: string, names: readonly string[]): string {
  const rows = readTable('reason | option → parameter')
  return names.find((name) => rows.some((row) => isPair(row, [option, name]))) ?? '?'
}
