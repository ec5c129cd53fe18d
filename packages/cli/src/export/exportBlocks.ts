import { mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { AllProvidersFailedError, OutriggerError, type ProviderPool, sleep } from '@outrigger/core'
import { createPoolClient } from '@outrigger/core/internal'
import type { PublicClient } from 'viem'
import { UsageError } from '../exitCodes.ts'
import type { BlockRange } from '../mev/blockRange.ts'
import { createParquetFile } from '../output/tables/parquet.ts'
import { type Format, type TableWriter, toWriteError } from '../output/tables/tableWriter.ts'
import { csv, ndjson } from '../output/tables/text.ts'
import { createTextFile } from '../output/tables/textFile.ts'
import type { Schema } from '../rows/schema.ts'
import { type Chunk, toChunks, toFileName } from './chunks.ts'
import { type Dataset, type DatasetName, datasets } from './datasets.ts'
import { type ExportedFile, type Manifest, readManifest, writeManifest } from './manifest.ts'
import { createBlockReader, readInOrder } from './readBlock.ts'

export type ExportOptions = {
  readonly pool: ProviderPool
  readonly dataset: DatasetName
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
  const { pool, dataset, range, directory, format, chunkBlocks } = options
  const chain = pool.chain.name
  const client = createPoolClient(pool)
  const head = await client.getBlockNumber()
  if (range.to > head) throw new UsageError(`Block ${range.to} is not mined yet: the latest block is ${head}.`)
  toWriteError(directory, () => mkdirSync(directory, { recursive: true }))
  const { version: schema_version } = datasets[dataset].schema
  let manifest = readManifest(directory, {
    chain,
    dataset,
    schema_version,
    format,
    chunk_blocks: chunkBlocks,
    files: {},
  })
  const chunks = toChunks(range, manifest)
  const keep = (changes: Readonly<Record<string, ExportedFile | undefined>>) => {
    const files = Object.entries({ ...manifest.files, ...changes }).filter(([, file]) => file !== undefined)
    manifest = { ...manifest, files: Object.fromEntries(files) as Manifest['files'] }
    writeManifest(directory, manifest)
  }
  const written = new Set<number>()
  let replacedFiles = 0
  for (let round = 0; round < mostRounds; round += 1) {
    const missing = chunks.filter((chunk) => !isComplete(directory, manifest, chunk))
    let remaining = missing.reduce((sum, { from, to }) => sum + to - from + 1, 0)
    for (const chunk of missing) {
      const onBlocks = (count: number) => {
        remaining -= count
        options.onProgress?.({ count, remaining })
      }
      const file = await writeChunk({ ...options, manifest, chunk, onBlocks })
      if (file === null) continue
      keep({ [chunk.bucket]: file })
      written.add(chunk.bucket)
    }
    const finalBlock = await getFinalBlock(client)
    const replaced = await findReplaced(client, chunks, manifest)
    replacedFiles += replaced.length
    keep(Object.fromEntries(replaced.map((bucket) => [bucket, undefined])))
    const files = chunks.flatMap(({ bucket }) => manifest.files[bucket] ?? [])
    if (files.length === chunks.length) {
      keep(markFinal(manifest.files, finalBlock))
      return { files: files.length, writtenFiles: written.size, rows: sumRows(files), replacedFiles }
    }
    await sleep(settleMs)
  }
  throw new UnstableChainError(chain, range)
}

const sumRows = (files: readonly ExportedFile[]) => files.reduce((sum, { rows }) => sum + rows, 0)

const markFinal = (files: Manifest['files'], finalBlock: number): Manifest['files'] =>
  Object.fromEntries(
    Object.entries(files).map(([bucket, file]) => [bucket, { ...file, final: file.final || file.to <= finalBlock }]),
  )

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
  const { pool, dataset, directory, format, parallel, manifest, chunk, onBlocks } = work
  const { schema, part, toTable }: Dataset = datasets[dataset]
  const writer = createChunkWriter(join(directory, toFileName(manifest, chunk)), schema, format)
  let [rows, blocks] = [0, 0]
  let [parent, last] = ['', '']
  try {
    const read = createBlockReader(pool, part, parallel)
    for await (const found of readInOrder(BigInt(chunk.from), BigInt(chunk.to), parallel, read)) {
      const { hash, parentHash } = found.block
      if (blocks > 0 && parentHash !== last) {
        onBlocks(-blocks)
        return null
      }
      const table = toTable(pool.chain.name, found)
      writer.write(table.rows)
      parent ||= parentHash
      last = hash
      rows += table.rows.length
      blocks += 1
      onBlocks(1)
    }
    removeFormer(directory, manifest, chunk)
    writer.complete()
    return { from: chunk.from, to: chunk.to, rows, parent_hash: parent, last_hash: last, final: false }
  } finally {
    writer.abandon()
  }
}

/** Removes the file of a shorter range of the same bucket, so that no block is in two files. */
function removeFormer(directory: string, manifest: Manifest, { bucket }: Chunk): void {
  const former = manifest.files[bucket]
  if (former !== undefined) rmSync(join(directory, toFileName(manifest, former)), { force: true })
}

type ChunkWriter = Pick<TableWriter, 'write'> & {
  /** Gives the file its name. */
  complete(): void
  /** Removes the file, unless it is complete. */
  abandon(): void
}

function createChunkWriter(file: string, schema: Schema, format: Format): ChunkWriter {
  const temporary = format === 'parquet' ? file : `${file}.part`
  const writer =
    format === 'parquet'
      ? createParquetFile({ file, schema, force: true })
      : createTextFile({ file: temporary, schema, format: format === 'csv' ? csv : ndjson, flag: 'w' })
  let isComplete = false
  return {
    write: writer.write,
    complete() {
      writer.close()
      if (temporary !== file) toWriteError(file, () => renameSync(temporary, file))
      isComplete = true
    },
    abandon() {
      if (isComplete) return
      writer.close()
      rmSync(temporary, { force: true })
    },
  }
}

/**
 * Returns the buckets whose blocks a reorganization replaced. Marks the others that are final. Files that follow each other are
 * linked by hashes, so the last block of the last file decides about all of them.
 */
async function findReplaced(
  client: PublicClient,
  chunks: readonly Chunk[],
  manifest: Manifest,
): Promise<readonly number[]> {
  const known = chunks.flatMap(({ bucket }) => {
    const file = manifest.files[bucket]
    return file === undefined || file.final ? [] : [{ bucket, file }]
  })
  const unlinked = known.filter(({ bucket, file }) => {
    const next = manifest.files[bucket + 1]
    return next?.from === file.to + 1 && next.parent_hash !== file.last_hash
  })
  // Which of the two files is old is not known.
  if (unlinked.length > 0) return unlinked.flatMap(({ bucket }) => [bucket, bucket + 1])
  const replaced: number[] = []
  for (const { bucket, file } of known.toReversed()) {
    const { hash } = await client.getBlock({ blockNumber: BigInt(file.to) })
    if (hash === file.last_hash) break
    replaced.push(bucket)
  }
  return replaced
}

/** Returns the number of the newest final block. -1 if the chain does not say. */
async function getFinalBlock(client: PublicClient): Promise<number> {
  try {
    return Number((await client.getBlock({ blockTag: 'finalized' })).number)
  } catch (error) {
    if (error instanceof AllProvidersFailedError) throw error
    return -1
  }
}
