import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

/** Chains, PostgreSQL, browsers and the command are child processes. */
const notUnit = ['node:child_process', 'better-sqlite3']

/** Finds the unit tests: test files whose imports lead neither to a child process nor to a database. Types do not count. */
export function findUnitTests(root: string): readonly string[] {
  const folders = ['packages', 'tests']
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(?:ts|tsx|mjs)$/.test(name) && !/(?:^|\/)(?:node_modules|dist)\//.test(name))
      .map((name) => `${folder}/${name}`),
  )
  const exports = readExports(root)
  const imports = new Map(files.map((file) => [file, readImports(root, file, exports)]))
  const isUnit = (test: string) => {
    const reached = new Set([test])
    // A set also iterates over what is added meanwhile.
    for (const file of reached) for (const next of imports.get(file) ?? []) reached.add(next)
    return !notUnit.some((name) => reached.has(name))
  }
  return files.filter((file) => file.endsWith('.test.ts')).filter(isUnit)
}

/** The source file of each export of our packages, e.g. `@outrigger/devnet/faults`. */
function readExports(root: string): ReadonlyMap<string, string> {
  const entries = readdirSync(join(root, 'packages')).flatMap((folder) => {
    const manifest = JSON.parse(readFileSync(join(root, 'packages', folder, 'package.json'), 'utf8')) as {
      readonly name: string
      readonly exports?: Readonly<Record<string, string | Readonly<Record<string, string>>>>
    }
    return Object.entries(manifest.exports ?? {}).map(([path, target]) => {
      const file = typeof target === 'string' ? target : (target['@outrigger/source'] ?? target['default'] ?? '')
      return [posix.join(manifest.name, path), posix.join('packages', folder, file)] as const
    })
  })
  return new Map(entries)
}

function readImports(root: string, file: string, exports: ReadonlyMap<string, string>): readonly string[] {
  const text = readFileSync(join(root, file), 'utf8').replaceAll(/^(?:import|export) type .*? from /gms, '')
  const names = [...text.matchAll(/(?:from |import |import\()'([^']+)'/g)].map(([, name = '']) => name)
  return names.map((name) =>
    name.startsWith('.') ? posix.join(posix.dirname(file), name) : (exports.get(name) ?? name),
  )
}
