import { mkdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { OutriggerError, type ProviderPool, sleep } from '@outrigger/core'
import { createPoolClient } from '@outrigger/core/internal'
import { UsageError } from '../exitCodes.ts'
import type { BlockRange } from '../mev/blockRange.ts'
import { type Format, toWriteError } from '../output/tables/tableWriter.ts'
import { createChunkFile } from './chunkFile.ts'
import { type Chunk, toChunks, toFileName } from './chunks.ts'
import { type DatasetName, datasets } from './datasets.ts'
import { type ExportedFile, type Manifest, type OpenManifest, openManifest } from './manifest.ts'
import { createBlockReader, readInOrder } from './readBlock.ts'
import { findReplaced, getFinalBlock } from './reorganizations.ts'
import type { RowSource } from './rowSource.ts'

export type ExportOptions = {
  readonly pool: ProviderPool
  readonly dataset: DatasetName
  readonly source: RowSource
  readonly range: BlockRange
  readonly directory: string
  readonly format: Format
  /** Blocks per file. */
  readonly chunkBlocks: number
  /** Blocks that are read at the same time. */
  readonly parallel: number
  /** Called with the number of written blocks, negative for blocks that must be written again, and with what remains. */
  readonly onProgress?: (progress: { readonly count: number; readonly remaining: number }) => void
}

export type Exported = {
  /** Files of the range, and those of them that this run wrote. */
  readonly files: number
  readonly writtenFiles: number
  /** Rows of the files of the range. */
  readonly rows: number
  /** Files that were written again, because a reorganization replaced blocks. */
  readonly replacedFiles: number
}

/** The chain was reorganized again and again while it was exported. */
export class UnstableChainError extends OutriggerError {
  readonly code = 'UNSTABLE_CHAIN'
  override readonly retryable = true
  constructor(chain: string, { from, to }: BlockRange) {
    super(`Blocks ${from} to ${to} of ${chain} were replaced again and again. Export them once they are older.`)
  }
}

const mostRounds = 30
const settleMs = 500

/**
 * Writes blocks of a chain to files of a directory, one per `chunkBlocks` blocks. Complete files are not written again, so that
 * the same call continues after an interruption. Files whose blocks a reorganization replaced are written again.
 *
 * @throws {UsageError} the range ends beyond the latest block, or the directory has files of another kind
 * @throws {UnstableChainError} @throws {TableWriteError} @throws {AllProvidersFailedError}
 */
export async function exportBlocks(options: ExportOptions): Promise<Exported> {
  const { pool, range, directory } = options
  const client = createPoolClient(pool)
  const head = await client.getBlockNumber()
  if (range.to > head) throw new UsageError(`Block ${range.to} is not mined yet: the latest block is ${head}.`)
  toWriteError(directory, () => mkdirSync(directory, { recursive: true }))
  const manifest = openManifest(directory, toFreshManifest(options))
  const chunks = toChunks(range, manifest.current)
  const written = new Set<number>()
  let replacedFiles = 0
  for (let round = 0; round < mostRounds; round += 1) {
    for (const bucket of await writeMissing(options, chunks, manifest)) written.add(bucket)
    const finalBlock = await getFinalBlock(client)
    const replaced = await findReplaced(client, chunks, manifest.current)
    replacedFiles += replaced.length
    manifest.remove(replaced)
    const files = chunks.flatMap(({ bucket }) => manifest.current.files[bucket] ?? [])
    if (files.length === chunks.length) {
      manifest.markFinal(finalBlock)
      return { files: files.length, writtenFiles: written.size, rows: sumRows(files), replacedFiles }
    }
    await sleep(settleMs)
  }
  throw new UnstableChainError(pool.chain.name, range)
}

function toFreshManifest({ pool, dataset, source, format, chunkBlocks }: ExportOptions): Manifest {
  const { version: schema_version } = datasets[dataset].schema
  const { selection } = source
  return {
    chain: pool.chain.name,
    dataset,
    schema_version,
    format,
    chunk_blocks: chunkBlocks,
    ...(Object.keys(selection).length > 0 && { selection }),
    files: {},
  }
}

const sumRows = (files: readonly ExportedFile[]) => files.reduce((sum, { rows }) => sum + rows, 0)

/** Writes the files that are missing, and returns their buckets. A file is still missing if its blocks were replaced meanwhile. */
async function writeMissing(
  options: ExportOptions,
  chunks: readonly Chunk[],
  manifest: OpenManifest,
): Promise<readonly number[]> {
  const missing = chunks.filter((chunk) => !isComplete(options.directory, manifest.current, chunk))
  const written: number[] = []
  let remaining = missing.reduce((sum, { from, to }) => sum + to - from + 1, 0)
  for (const chunk of missing) {
    const onBlocks = (count: number) => {
      remaining -= count
      options.onProgress?.({ count, remaining })
    }
    const file = await writeChunk({ ...options, manifest: manifest.current, chunk, onBlocks })
    if (file === null) continue
    manifest.add(chunk.bucket, file)
    written.push(chunk.bucket)
  }
  return written
}

function isComplete(directory: string, manifest: Manifest, chunk: Chunk): boolean {
  const known = manifest.files[chunk.bucket]
  return (
    known !== undefined &&
    known.from === chunk.from &&
    known.to === chunk.to &&
    statSync(join(directory, toFileName(manifest, chunk)), { throwIfNoEntry: false }) !== undefined
  )
}

type ChunkWork = ExportOptions & {
  readonly manifest: Manifest
  readonly chunk: Chunk
  readonly onBlocks: (count: number) => void
}

/** Writes one file. Returns null if a reorganization replaced blocks meanwhile. */
async function writeChunk(work: ChunkWork): Promise<ExportedFile | null> {
  const { pool, dataset, source, directory, format, parallel, manifest, chunk, onBlocks } = work
  const [from, to] = [BigInt(chunk.from), BigInt(chunk.to)]
  const file = createChunkFile(join(directory, toFileName(manifest, chunk)), datasets[dataset].schema, format)
  let [rows, blocks] = [0, 0]
  let [parent, last] = ['', '']
  try {
    const read = await createBlockReader(pool, source, { from, parallel })
    for await (const { block, rows: found } of readInOrder(from, to, parallel, read)) {
      if (blocks > 0 && block.parentHash !== last) {
        onBlocks(-blocks)
        return null
      }
      file.write(found)
      parent ||= block.parentHash
      last = block.hash
      rows += found.length
      blocks += 1
      onBlocks(1)
    }
    removeFormer(directory, manifest, chunk)
    file.complete()
    return { from: chunk.from, to: chunk.to, rows, parent_hash: parent, last_hash: last, final: false }
  } finally {
    file.abandon()
  }
}

/** Removes the file of a shorter range of the same bucket, so that no block is in two files. */
function removeFormer(directory: string, manifest: Manifest, { bucket }: Chunk): void {
  const former = manifest.files[bucket]
  if (former !== undefined) rmSync(join(directory, toFileName(manifest, former)), { force: true })
}
