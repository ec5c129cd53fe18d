import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { type ChainName, getChain, type Store } from '@outrigger/core'
import { type BookStatus, EmptyBookError, exportBook, importBook, type LendingProtocol } from '@outrigger/defi'
import { UsageError } from '../exitCodes.ts'
import { readLines } from '../mempool/lines.ts'

type Books = {
  readonly store: Store
  readonly chain: ChainName
  readonly protocols: readonly LendingProtocol[]
  /** Compressed where it ends in `.gz`; `-` for stdout and stdin. */
  readonly file: string
}

/**
 * Writes the books there are, one after the other.
 * @returns whose @throws {EmptyBookError} there is none @throws {UsageError} the file cannot be written
 */
export async function writeBooks({ store, chain, protocols, file }: Books): Promise<readonly string[]> {
  const written: string[] = []
  async function* toText(): AsyncGenerator<string> {
    let empty: unknown
    for (const protocol of protocols)
      try {
        for await (const line of exportBook(store, getChain(chain), protocol)) yield `${line}\n`
        written.push(protocol.id)
      } catch (error) {
        if (!(error instanceof EmptyBookError)) throw error
        empty = error
      }
    if (written.length === 0) throw empty
  }
  try {
    if (file === '-') for await (const text of toText()) process.stdout.write(text)
    else if (file.endsWith('.gz')) await pipeline(Readable.from(toText()), createGzip(), createWriteStream(file))
    else await pipeline(Readable.from(toText()), createWriteStream(file))
  } catch (cause) {
    if (!(cause instanceof Error && 'syscall' in cause)) throw cause
    throw new UsageError(`The file ${file} cannot be written (${cause.message}).`, { cause })
  }
  return written
}

/**
 * Reads books that were written one after the other.
 * @throws {InvalidBookFileError} one of them is damaged; those before it are in place
 * @throws {UsageError} the file cannot be read
 */
export async function readBooks({ store, chain, protocols, file }: Books): Promise<readonly BookStatus[]> {
  const statuses: BookStatus[] = []
  for await (const book of toBooks(file)) statuses.push(...(await importBook(store, getChain(chain), protocols, book)))
  return statuses
}

/** Lines of one book each: its last has its checksum. */
async function* toBooks(file: string): AsyncGenerator<readonly string[]> {
  let book: string[] = []
  for await (const { text } of readLines(file)) {
    book.push(text)
    if (!text.startsWith('{"lines":')) continue
    yield book
    book = []
  }
  if (book.length > 0) yield book
}
