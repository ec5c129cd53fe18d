import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { UsageError } from '../exitCodes.ts'

export type Line = { readonly text: string; readonly number: number }

/** Maximum length of a line, far above any line that this program writes. */
const maxLineBytes = 2 ** 26
const newline = 10
/** The first bytes of gzip data (RFC 1952). */
const gzipMagic = Buffer.from([0x1f, 0x8b])

/**
 * Reads the lines of a file that are not empty: gzip if its name ends in `.gz`, stdin for `-`.
 *
 * @throws {UsageError} the file cannot be read
 */
export async function* readLines(file: string): AsyncGenerator<Line> {
  let number = 0
  try {
    for await (const text of createInterface({
      input: Readable.from(bound(open(file), file)),
      crlfDelay: Number.POSITIVE_INFINITY,
    })) {
      number += 1
      const line = number === 1 ? text.replace(/^\uFEFF/, '') : text
      if (line.trim() !== '') yield { text: line, number }
    }
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause) || cause instanceof UsageError) throw cause
    throw new UsageError(`The file ${file} ${toFault(String(cause.code))}.`, { cause })
  }
}

function toFault(code: string): string {
  if (code === 'Z_BUF_ERROR') return 'ends in the middle of its gzip data'
  return code === 'Z_DATA_ERROR' ? 'is not gzip, or is damaged' : `cannot be read (${code})`
}

function open(file: string): NodeJS.ReadableStream {
  if (file === '-') return process.stdin
  const bytes = createReadStream(file)
  if (!file.endsWith('.gz')) return bytes
  const plain = createGunzip()
  bytes.on('error', (error) => plain.destroy(error))
  return bytes.pipe(plain)
}

/** Throws if a line is too long, because it would fill the memory. */
async function* bound(bytes: AsyncIterable<string | Buffer>, file: string): AsyncGenerator<string | Buffer> {
  let length = 0
  let isFirst = true
  for await (const chunk of bytes) {
    if (isFirst && Buffer.from(chunk).subarray(0, 2).equals(gzipMagic))
      throw new UsageError(
        `The file ${file} is compressed with gzip. Rename it so that it ends in .gz, or unpack it first.`,
      )
    isFirst = false
    const end = Buffer.from(chunk).lastIndexOf(newline)
    length = end < 0 ? length + chunk.length : chunk.length - end - 1
    if (length > maxLineBytes) throw new UsageError(`The file ${file} is not text: a line is too long.`)
    yield chunk
  }
}
