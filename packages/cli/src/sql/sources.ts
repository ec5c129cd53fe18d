import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { UsageError } from '../exitCodes.ts'
import { toFileName } from '../export/chunks.ts'
import type { Manifest } from '../export/manifest.ts'

/** How DuckDB reads a file, by the end of its name. */
const readers = {
  parquet: 'read_parquet',
  csv: 'read_csv',
  tsv: 'read_csv',
  ndjson: 'read_json',
  json: 'read_json',
  jsonl: 'read_json',
} as const
export type Reader = (typeof readers)[keyof typeof readers]

/** Files that become one view. */
export type Source = { readonly name: string; readonly reader: Reader; readonly files: readonly string[] }

const dataFile = /\.(parquet|csv|tsv|ndjson|jsonl|json)(?:\.(?:gz|zst))?$/i
const exportedFile = /^([a-z0-9-]+)__([a-z]+)__(\d+)_to_(\d+)$/
const named = /^([a-z_]\w*)=(.+)$/i

/**
 * Returns the views of files and directories. A file is named after its stem, a directory of `outrigger export` after its data
 * sets, another directory after itself, and `name=path` after what it says.
 *
 * @throws {UsageError}
 */
export function toSources(places: readonly string[]): readonly Source[] {
  const all = new Map<string, Source>()
  for (const source of places.flatMap(toOwnSources)) {
    const known = all.get(source.name.toLowerCase())
    if (known !== undefined && !isPart(known, source))
      throw new UsageError(
        `${known.files[0]} and ${source.files[0]} would both be "${source.name}". Name one of them, such as other=${source.files[0]}.`,
      )
    const files = known === undefined ? source.files : [...new Set([...known.files, ...source.files])]
    const overlap = findOverlap(files)
    if (overlap !== undefined)
      throw new UsageError(
        `${overlap.join(' and ')} have the same blocks, so "${source.name}" would count them twice. Leave one out, or name it, such as other=${overlap[1]}.`,
      )
    all.set(source.name.toLowerCase(), { ...source, files })
  }
  return [...all.values()]
}

/** Files of one data set of `outrigger export` are one view, also of several chains. */
const isPart = (a: Source, b: Source): boolean =>
  a.reader === b.reader && [a, b].every(({ files }) => files.every((file) => exportedFile.test(toStem(file))))

/** Returns two exported files with the same block of a chain. */
function findOverlap(files: readonly string[]): readonly [string, string] | undefined {
  const ranges = files
    .flatMap((file) => {
      const [, chain, , from, to] = exportedFile.exec(toStem(file)) ?? []
      return chain === undefined ? [] : [{ file, chain, from: Number(from), to: Number(to) }]
    })
    .sort((a, b) => a.chain.localeCompare(b.chain) || a.from - b.from)
  const at = ranges.findIndex(({ chain, to }, index) => {
    const next = ranges[index + 1]
    return next?.chain === chain && next.from <= to
  })
  const [one, other] = at < 0 ? [] : ranges.slice(at, at + 2)
  return one && other && [one.file, other.file]
}

function toOwnSources(place: string): readonly Source[] {
  const isThere = (path: string) => statSync(path, { throwIfNoEntry: false }) !== undefined
  const [, name, path = place] = isThere(place) ? [] : (named.exec(place) ?? [])
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined)
    throw new UsageError(`${path} does not exist. Put the query in quotes, and files and directories after it.`)
  const sources = found.isDirectory() ? readDirectory(path) : [toSource(toName(path), [path])]
  if (name === undefined) return sources
  if (sources.length > 1)
    throw new UsageError(
      `${path} has the data sets ${sources.map((one) => one.name).join(', ')}, which keep their names. Name one of its files instead.`,
    )
  return sources.map((source) => ({ ...source, name }))
}

const toStem = (file: string): string => basename(file).replace(dataFile, '')

/** Exported files are named after their data set. */
function toName(file: string): string {
  const stem = toStem(file)
  return exportedFile.exec(stem)?.[2] ?? stem
}

function readDirectory(directory: string): readonly Source[] {
  const exported = readExported(directory)
  if (exported.length > 0) return exported
  const files = readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && dataFile.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
  if (files.length === 0) throw new UsageError(`${directory} has no Parquet, CSV or JSON files.`)
  return [toSource(basename(resolve(directory)), files)]
}

/** Returns the data sets of `outrigger export`. Files that its lists do not have are incomplete. */
function readExported(directory: string): readonly Source[] {
  const lists = readdirSync(directory).filter((name) => /^[a-z0-9-]+__[a-z]+\.json$/.test(name))
  const sources = new Map<string, Source>()
  for (const list of lists) {
    const manifest = JSON.parse(readFileSync(join(directory, list), 'utf8')) as Manifest
    const files = Object.values(manifest.files).map((file) => join(directory, toFileName(manifest, file)))
    const all = [...(sources.get(manifest.dataset)?.files ?? []), ...files]
    if (all.length > 0) sources.set(manifest.dataset, toSource(manifest.dataset, all))
  }
  return [...sources.values()]
}

function toSource(name: string, files: readonly string[]): Source {
  const found = files.map((file) => readers[(dataFile.exec(file)?.[1] ?? '').toLowerCase() as keyof typeof readers])
  const other = files[found.findIndex((reader) => reader === undefined || reader !== found[0])]
  const [reader] = found
  if (reader === undefined || (other !== undefined && other === files[0]))
    throw new UsageError(
      `${files[0]} is not a data file. Its name must end in .parquet, .csv, .tsv, .ndjson, .jsonl or .json.`,
    )
  if (other !== undefined)
    throw new UsageError(`${files[0]} and ${other} have different formats. Name the files one by one.`)
  return { name, reader, files }
}
