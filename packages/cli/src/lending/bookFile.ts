import { createWriteStream } from 'node:fs'
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
  /** Gzip if it ends in `.gz`. `-` means stdout or stdin. */
  readonly file: string
}

/**
 * Writes the existing books, one after the other.
 * @returns their protocols @throws {EmptyBookError} no book exists @throws {UsageError} the file cannot be written
 */
export async function writeBooks({ store, chain, protocols, file }: Books): Promise<readonly string[]> {
  const written: string[] = []
  async function* toText(): AsyncGenerator<string> {
    for (const protocol of protocols)
      try {
        for await (const line of exportBook(store, getChain(chain), protocol)) yield `${line}\n`
        written.push(protocol.id)
      } catch (error) {
        if (!(error instanceof EmptyBookError)) throw error
      }
    if (written.length === 0)
      throw new EmptyBookError(
        `There is no book of ${protocols.map(({ id }) => id).join(', ')} on ${chain} yet. Build it first, or name another data directory.`,
      )
  }
  const texts = toText()
  // Read before the file is opened, so that an existing file stays if there is nothing to write.
  const { value: first = '' } = await texts.next()
  async function* toAll(): AsyncGenerator<string> {
    yield first
    yield* texts
  }
  try {
    if (file === '-') for await (const text of toAll()) process.stdout.write(text)
    else if (file.endsWith('.gz')) await pipeline(toAll, createGzip(), createWriteStream(file))
    else await pipeline(toAll, createWriteStream(file))
  } catch (cause) {
    if (!(cause instanceof Error && 'syscall' in cause)) throw cause
    throw new UsageError(`The file ${file} cannot be written (${cause.message}).`, { cause })
  }
  return written
}

/**
 * Reads books that were written one after the other: all of them or none.
 * @throws {InvalidBookFileError} @throws {UsageError} the file cannot be read
 */
export function readBooks({ store, chain, protocols, file }: Books): Promise<readonly BookStatus[]> {
  return importBook(store, getChain(chain), protocols, toTexts(file))
}

async function* toTexts(file: string): AsyncGenerator<string> {
  for await (const { text } of readLines(file)) yield text
}
