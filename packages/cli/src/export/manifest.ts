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
  /** The key is the number of the bucket: the first block divided by `chunk_blocks`. */
  readonly files: Readonly<Record<string, ExportedFile>>
}

const toPath = (directory: string, { chain, dataset }: Pick<Manifest, 'chain' | 'dataset'>) =>
  join(directory, `${chain}__${dataset}.json`)

/**
 * Reads the manifest of a directory. Returns `fresh` for a directory without one.
 *
 * @throws {UsageError} the directory has files of another kind
 */
export function readManifest(directory: string, fresh: Manifest): Manifest {
  const path = toPath(directory, fresh)
  let known: Manifest
  try {
    known = JSON.parse(readFileSync(path, 'utf8')) as Manifest
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return fresh
    throw new UsageError(`${path} cannot be read. Restore it, or export to another directory.`, { cause: error })
  }
  const differing = (['schema_version', 'format', 'chunk_blocks'] as const).find((name) => known[name] !== fresh[name])
  if (differing !== undefined)
    throw new UsageError(
      `${directory} has files with ${differing} ${known[differing]}, and this export would have ${fresh[differing]}. Use the same, or another directory.`,
    )
  return known
}

/** Replaces the manifest in one step. */
export function writeManifest(directory: string, manifest: Manifest): void {
  const path = toPath(directory, manifest)
  toWriteError(path, () => {
    writeFileSync(`${path}.part`, `${JSON.stringify(manifest, null, 2)}\n`)
    renameSync(`${path}.part`, path)
  })
}
