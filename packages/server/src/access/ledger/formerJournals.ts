import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Store } from '@outrigger/core'
import type { Account, Pool, Sum } from './account.ts'
import { toChanges } from './documents.ts'

/** How many bytes of a journal are in the store, for each part of the keys. `booked` when the whole journal is. */
type Progress = readonly number[] | 'booked'

const journalsCollection = 'ledger_journals'
const partCount = 64

/**
 * Adds calls to the ledger that earlier versions left in journals when they were killed. Then removes the journals. Each call
 * is added once, even if this is interrupted or another process does the same.
 *
 * @param directory `ledger` in the data directory; nothing is done if it does not exist
 */
export async function bookFormerJournals(directory: string, store: Store): Promise<void> {
  const progress = store.collection<Progress>(journalsCollection)
  const files = await readdir(directory).catch(orIfAbsent([]))
  for (const file of files.filter((name) => name.endsWith('.journal'))) {
    const path = join(directory, file)
    const known = await progress.get(file)
    if (known !== 'booked') {
      const text = await readFile(path, 'latin1').catch(orIfAbsent(''))
      await book(store, { file, text, known })
    }
    // Remove the file first. A file without its progress would be added again.
    await rm(path, { force: true })
    await progress.delete(file)
  }
  await rm(directory, { recursive: true, force: true })
}

/** Returns a handler for the error of a file that does not exist or that another process has removed. */
const orIfAbsent =
  <value>(fallback: value) =>
  (error: NodeJS.ErrnoException): value => {
    if (error.code !== 'ENOENT') throw error
    return fallback
  }

type Journal = { readonly file: string; readonly text: string; readonly known: readonly number[] | undefined }

async function book(store: Store, { file, text, known }: Journal): Promise<void> {
  let isOurs = false
  const claim = (current: unknown) => {
    isOurs = JSON.stringify(current) === JSON.stringify(known)
    return isOurs ? 'booked' : current
  }
  const changes = toChanges(readJournal(text, known ?? [])).map(({ change, ...place }) => ({
    ...place,
    change: (current: unknown, nowMs: number) => (isOurs ? change(current, nowMs) : current),
  }))
  await store.commit([{ collection: journalsCollection, key: file, change: claim }, ...changes])
}

/** Matches a line with calls. Other lines are skipped, because the last line may be cut off and followed by zeros. */
const callLine = /^(\d+) (\d+)(?: (\d+))?$/
const dayPattern = /^\d{4}-\d\d-\d\d$/

/**
 * Returns the sums of a journal's calls that are not in the store yet. The line
 * `=7<tab>day<tab>key<tab>chain<tab>method<tab>pool`
 * defines account 7. `7 26` is one call of it that cost 26 CU, and `7 286 11` are eleven calls that cost 286 CU together.
 */
export function readJournal(text: string, offsets: readonly number[]): readonly Sum[] {
  const sums = new Map<string, { readonly sum: Sum; readonly offset: number }>()
  let start = 0
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
    const line = text.slice(start, end)
    const account = toAccount(line)
    const [, id = '', cu, requests = 1] = callLine.exec(line) ?? []
    const found = sums.get(id)
    if (account !== null)
      sums.set(account.id, {
        sum: { ...account.of, requests: 0, cu: 0 },
        offset: offsets[toPart(account.of.keyId)] ?? 0,
      })
    else if (found !== undefined && start >= found.offset) {
      found.sum.requests += Number(requests)
      found.sum.cu += Number(cu)
    }
    start = end + 1
  }
  return [...sums.values()].map(({ sum }) => sum).filter(({ requests }) => requests > 0)
}

function toAccount(line: string): { readonly id: string; readonly of: Account } | null {
  const [id = '', day = '', keyId, chain, method, pool, ...rest] = line.split('\t')
  // Zeros mean that a page did not reach the disk before a power failure.
  if (!/^=\d+$/.test(id) || !dayPattern.test(day) || line.includes('\0')) return null
  if (!keyId || !chain || !method || !isPool(pool) || rest.length > 0) return null
  return { id: id.slice(1), of: { day, keyId, chain, method, pool } }
}

const isPool = (text: string | undefined): text is Pool => text === 'cu' || text === 'trace'

/** Returns the part that a key belongs to. Progress of a journal is stored per part. */
function toPart(keyId: string): number {
  let hash = 0
  for (let index = 0; index < keyId.length; index += 1) hash = (hash * 31 + keyId.charCodeAt(index)) >>> 0
  return hash % partCount
}
