import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'
import { UsageError } from '../exitCodes.ts'

export type Line = { readonly text: string; readonly number: number }

/**
 * Lines of a file that are not empty, gzip where its name ends in `.gz`; of stdin for `-`.
 *
 * @throws {UsageError} the file cannot be read
 */
export async function* readLines(file: string): AsyncGenerator<Line> {
  let number = 0
  try {
    for await (const text of createInterface({ input: open(file), crlfDelay: Number.POSITIVE_INFINITY })) {
      number += 1
      if (text.trim() !== '') yield { text, number }
    }
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause) || cause instanceof UsageError) throw cause
    throw new UsageError(`The file ${file} cannot be read (${cause.code}).`, { cause })
  }
}

function open(file: string): NodeJS.ReadableStream {
  if (file === '-') return process.stdin
  const bytes = createReadStream(file)
  if (!file.endsWith('.gz')) return bytes
  const plain = createGunzip()
  bytes.on('error', (error) => plain.destroy(error))
  return bytes.pipe(plain)
}
