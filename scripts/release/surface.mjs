// Compares what users can name (exports of the packages, operations of the REST API) with the last release. Removing a
// name, or requiring a new parameter, breaks users, so CHANGELOG.md must say so. `npm run surface` checks, after a build;
// `npm run surface -- --write` records the present state, as part of a release.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import ts from 'typescript'
import { libraries } from '../pack.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const record = fileURLToPath(new URL('surface.txt', import.meta.url))
const checkerFlags = { strict: true, module: ts.ModuleKind.Node16, target: ts.ScriptTarget.ES2022, skipLibCheck: true }

/** Returns a line for each public name: `core ProviderPool: close chain report …`. A `?` marks what is optional. */
function listSurface() {
  return [...listExports(), ...listOperations()].sort()
}

function listExports() {
  const entries = libraries.flatMap((name) => {
    const { exports } = JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8'))
    return Object.entries(exports)
      .filter(([path, { types }]) => types !== undefined && !path.startsWith('./internal'))
      .map(([path, { types }]) => ({ entry: join(name, path), file: join(root, 'packages', name, types) }))
  })
  const program = ts.createProgram(
    entries.map(({ file }) => file),
    checkerFlags,
  )
  const checker = program.getTypeChecker()
  return entries.flatMap(({ entry, file }) => {
    const source = program.getSourceFile(file)
    if (source === undefined) throw new Error(`${file} is missing. Run \`npm run build\` first.`)
    return checker
      .getExportsOfModule(checker.getSymbolAtLocation(source))
      .map((symbol) => `${entry} ${symbol.name}: ${listMembers(checker, symbol).join(' ')}`.trim())
  })
}

/** Lists the parameters of a function, or the literals, fields and methods of another value or type. `?` marks optional ones. */
function listMembers(checker, exported) {
  const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported
  const isType = symbol.flags & (ts.SymbolFlags.Type | ts.SymbolFlags.Class)
  const type = isType ? checker.getDeclaredTypeOfSymbol(symbol) : checker.getTypeOfSymbol(symbol)
  const [call] = type.getCallSignatures()
  if (call !== undefined) return call.getParameters().map(toParameter)
  const kinds = type.isUnion() ? type.types : [type]
  const literals = kinds.filter((kind) => kind.isStringLiteral()).map(({ value }) => value)
  const isObject = ({ flags }) => flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)
  const shapes = kinds.filter(isObject).map((kind) => checker.getPropertiesOfType(kind))
  const fields = shapes.flat()
  const isForeign = (one) => /node_modules/.test(one.getSourceFile().fileName)
  // Fields of a derived type, such as those of the wire, have no declaration.
  const isOwn = ({ name, declarations = [] }) =>
    !/^(?:__|~)/.test(name) && (declarations.length === 0 || !declarations.every(isForeign))
  const isOptional = ({ flags }) => flags & ts.SymbolFlags.Optional
  // A union of options requires what each of its alternatives requires.
  const isLeftOut = (name) =>
    isInput(exported.name) && !shapes.every((shape) => shape.some((one) => one.name === name && !isOptional(one)))
  const toField = (field) => (isOptional(field) || isLeftOut(field.name) ? `${field.name}?` : field.name)
  return [...new Set([...literals, ...fields.filter(isOwn).map(toField)])].sort()
}

function toParameter({ name, valueDeclaration: declared }) {
  return declared?.questionToken || declared?.initializer || declared?.dotDotDotToken ? `${name}?` : name
}

/** Lists the parameters and body fields of each operation, and the fields of its answer. */
function listOperations() {
  const { paths } = JSON.parse(readFileSync(join(root, 'docs/spec/openapi.json'), 'utf8'))
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { parameters = [], requestBody, responses = {} }]) => {
      const operation = `${method.toUpperCase()} ${path}`
      const sent = parameters.map(({ name, required }) => (required ? name : `${name}?`))
      const received = Object.entries(responses).filter(([status]) => status.startsWith('2'))
      return [
        `rest ${operation} ${requestSuffix}: ${[...sent, ...toFields(requestBody)].sort().join(' ')}`,
        `rest ${operation} answer: ${received
          .flatMap(([, response]) => toFields(response))
          .sort()
          .join(' ')}`,
      ]
    }),
  )
}

function toFields(message) {
  const { properties = {}, required = [] } = message?.content?.['application/json']?.schema ?? {}
  return Object.keys(properties).map((name) => (required.includes(name) ? name : `${name}?`))
}

/** Lists what breaks users: names that are gone or changed, and parameters that became required. */
export function findBreaks(before, after) {
  const now = toMembers(after)
  return [...toMembers(before)].flatMap(([name, members]) => {
    const present = now.get(name)
    if (present === undefined) return [{ name, what: 'is gone' }]
    const gone = members
      // Callers may still pass what became optional.
      .filter((member) => !present.includes(member) && !(isInput(name) && present.includes(`${member}?`)))
      .map((member) => ({ name, what: `lost ${member}` }))
    const added = present.filter((member) => isInput(name) && !member.endsWith('?') && !members.includes(member))
    return [...gone, ...added.map((member) => ({ name, what: `requires ${member}` }))]
  })
}

const requestSuffix = 'parameters'
/** Whether users provide the value, so that a new required member breaks them. */
const isInput = (name) => name.endsWith(requestSuffix) || /(?:Options|Parameters|Config|Settings)$/.test(name)

function toMembers(lines) {
  return new Map(
    lines.map((line) => {
      const [name, members = ''] = line.split(/: ?/)
      return [name, members.split(' ').filter(Boolean)]
    }),
  )
}

/** Whether the newest section of the change log names it, in backticks. */
const isAnnounced = (changes, { name }) => {
  const [, ...words] = name.replace(` ${requestSuffix}`, '').replace(' answer', '').split(' ')
  return changes.includes(`\`${words.join(' ')}`)
}

function main() {
  const lines = listSurface()
  if (process.argv.includes('--write')) return void writeFileSync(record, `${lines.join('\n')}\n`)
  const [, changes = ''] = readFileSync(join(root, 'CHANGELOG.md'), 'utf8').split(/^## /m)
  const breaks = findBreaks(readFileSync(record, 'utf8').trim().split('\n'), lines)
  const unannounced = breaks.filter((one) => !isAnnounced(changes, one))
  for (const { name, what } of unannounced) process.stderr.write(`${name} ${what}\n`)
  if (unannounced.length === 0) return
  process.stderr.write(
    'Keep these names, or tell users in CHANGELOG.md what replaces them, with each name in backticks.\n',
  )
  process.exitCode = 1
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) main()
