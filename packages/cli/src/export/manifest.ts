import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { UsageError } from '../exitCodes.ts'
import { toWriteError } from '../output/tables/tableWriter.ts'

/** A complete file: consecutive blocks of one bucket. */
export type ExportedFile = {
  readonly from: number
  readonly to: number
  readonly rows: number
  /** Hash of the block before the first one, and of the last one. Other hashes mean that a reorganization replaced blocks. */
  readonly parent_hash: string
  readonly last_hash: string
  /** Whether the last block was final when the file was verified. Final blocks are not verified again. */
  readonly final: boolean
}

/** List of the complete files of one data set in a directory. A file that is not listed is written again. */
export type Manifest = {
  readonly chain: string
  readonly dataset: string
  readonly schema_version: number
  readonly format: string
  /** Blocks per file. */
  readonly chunk_blocks: number
  /** The selection by options, for example of tokens. Undefined for a data set without such options. */
  readonly selection?: Readonly<Record<string, string>>
  /** The key is the number of the bucket: the first block divided by `chunk_blocks`. */
  readonly files: Readonly<Record<string, ExportedFile>>
}

const toPath = (directory: string, { chain, dataset }: Pick<Manifest, 'chain' | 'dataset'>) =>
  join(directory, `${chain}__${dataset}.json`)

/** The manifest of a directory while files are written. Each change replaces the file in one step. */
export type OpenManifest = {
  readonly current: Manifest
  add(bucket: number, file: ExportedFile): void
  remove(buckets: readonly number[]): void
  /** Marks files up to this block as final. */
  markFinal(finalBlock: number): void
}

/**
 * Opens the manifest of a directory. A directory without one gets `fresh` at the first change.
 *
 * @throws {UsageError} the directory has files of another kind or selection
 */
export function openManifest(directory: string, fresh: Manifest): OpenManifest {
  let current = readManifest(directory, fresh)
  const replace = (files: readonly (readonly [string, ExportedFile])[]) => {
    current = { ...current, files: Object.fromEntries(files) }
    writeManifest(directory, current)
  }
  const list = () => Object.entries(current.files)
  return {
    get current() {
      return current
    },
    add: (bucket, file) => replace([...list(), [String(bucket), file]]),
    remove: (buckets) => replace(list().filter(([bucket]) => !buckets.includes(Number(bucket)))),
    markFinal: (finalBlock) =>
      replace(list().map(([bucket, file]) => [bucket, { ...file, final: file.final || file.to <= finalBlock }])),
  }
}

function readManifest(directory: string, fresh: Manifest): Manifest {
  const path = toPath(directory, fresh)
  let known: Manifest
  try {
    known = JSON.parse(readFileSync(path, 'utf8')) as Manifest
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return fresh
    throw new UsageError(`${path} cannot be read. Restore it, or export to another directory.`, { cause: error })
  }
  const [before, now] = [toKind(known), toKind(fresh)]
  const differing = Object.keys(now).find((name) => before[name] !== now[name])
  if (differing !== undefined)
    throw new UsageError(
      `${directory} has files with ${differing} ${before[differing]}, and this export would have ${now[differing]}. Use the same, or another directory.`,
    )
  return known
}

/** Properties that all files of a directory share. */
function toKind({
  schema_version,
  format,
  chunk_blocks,
  selection,
}: Manifest): Readonly<Record<string, string | number>> {
  return { schema_version, format, chunk_blocks, ...selection }
}

function writeManifest(directory: string, manifest: Manifest): void {
  const path = toPath(directory, manifest)
  toWriteError(path, () => {
    writeFileSync(`${path}.part`, `${JSON.stringify(manifest, null, 2)}\n`)
    renameSync(`${path}.part`, path)
  })
}
