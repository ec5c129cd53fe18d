import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import { constants, createGzip } from 'node:zlib'
import { UsageError } from '../exitCodes.ts'
import { readLines } from '../mempool/lines.ts'

/** A file of lines, compressed if its name ends in `.gz`. */
export type RecordingFile = {
  write(line: string): void
  /** Rejects if the file cannot be written. */
  readonly failed: Promise<never>
  close(): Promise<void>
}

/** Lines that were written this long ago survive `kill -9`. */
const flushMs = 1_000
/** Above it, the disk is too slow for the recording. */
const maxBufferedBytes = 2 ** 28

/** Creates the file. @throws {UsageError} it exists, or cannot be created */
export async function createRecordingFile(path: string): Promise<RecordingFile> {
  const file = createWriteStream(path, { flags: 'wx' })
  await new Promise<void>((resolve, reject) => {
    file.once('open', () => resolve())
    file.once('error', (error) => reject(toUsageError(path, error)))
  })
  const gzip = path.endsWith('.gz') ? createGzip() : null
  gzip?.pipe(file)
  const target = gzip ?? file
  const timer = setInterval(() => gzip?.flush(constants.Z_SYNC_FLUSH), flushMs)
  let fail: (error: Error) => void = () => {}
  const failed = new Promise<never>((_, reject) => {
    fail = (error) => reject(new UsageError(`Cannot write ${path} (${error.message}).`, { cause: error }))
  })
  failed.catch(() => {})
  file.on('error', fail)
  return {
    failed,
    write(line) {
      target.write(`${line}\n`)
      if (target.writableLength > maxBufferedBytes) fail(new RangeError('the disk is slower than the recording'))
    },
    async close() {
      clearInterval(timer)
      target.end()
      if (!file.closed) await Promise.race([finished(file), failed])
    },
  }
}

function toUsageError(path: string, { code }: NodeJS.ErrnoException): UsageError {
  if (code === 'EEXIST') return new UsageError(`${path} exists. Choose another name, or delete it first.`)
  return new UsageError(`Cannot create ${path} (${code}).`)
}

/**
 * Reads the lines of a recording. A compressed file may end in the middle, because the process that wrote it was killed.
 *
 * @throws {UsageError} the file cannot be read
 */
export async function* readRecordingLines(path: string): AsyncGenerator<string> {
  try {
    for await (const { text } of readLines(path)) yield text
  } catch (error) {
    const { cause } = error as { readonly cause?: NodeJS.ErrnoException }
    if (cause?.code !== 'Z_BUF_ERROR') throw error
  }
}
