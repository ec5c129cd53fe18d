import { closeSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs'
import { type Account, type Pool, partCount, type Sum, toPart } from './account.ts'

/** An account with what was added to the journal since it was last written. `journalId` is 0 until the journal names it. */
export type JournalAccount = Account & { journalId: number; addedRequests: number; addedCu: number }

/**
 * A file that calls are appended to before they are answered. Text: `=7<tab>day<tab>key<tab>chain<tab>method<tab>pool`
 * names an account 7 once, `7 26` is a call of it that cost 26 CU, `7 286 11` are eleven calls that cost 286 CU together.
 */
export type Journal = {
  readonly path: string
  /** Bytes written. */
  readonly position: number
  /** Whether all that was added is in the file. */
  readonly isWritten: boolean
  add(account: JournalAccount, cu: number): void
  /** Writes what was added. @returns whether the disk took all of it; what it did not take is kept */
  write(): boolean
  /**
   * Takes out what is not in the file. Accounts must be named anew.
   * @returns puts it back, where the store has not taken it either
   */
  discard(): () => void
  close(): void
}

/** A file grows by so much at once, zeros that take no room: a file system spends as much on each growth as on the write. */
const growthBytes = 1024 * 1024

/** The last line may have come half, and half of `7 286` is a call as well: it is made one that is passed over. */
const spoiler = '!\n'
/** More is not put back: a full disk must not fill the memory as well. */
const mostPutBack = 16 * 1024 * 1024

/** @param onFault called at the first write that fails, and again only after a write has succeeded */
export function openJournal(path: string, onFault: (error: unknown) => void): Journal {
  const file = openSync(path, 'wx', 0o600)
  /** Accounts with calls that are in no text yet. */
  const added: JournalAccount[] = []
  let text = ''
  let position = 0
  let size = 0
  let ids = 0
  let isFailing = false
  let isClosed = false

  /** Calls of one account share a line: a line for each took longer to write than the calls to book. */
  function toText(): void {
    for (const account of added) {
      if (account.journalId === 0) {
        ids += 1
        account.journalId = ids
        const { day, keyId, chain, method, pool } = account
        text += `=${ids}\t${day}\t${keyId}\t${chain}\t${method}\t${pool}\n`
      }
      const { journalId, addedRequests, addedCu } = account
      text += addedRequests === 1 ? `${journalId} ${addedCu}\n` : `${journalId} ${addedCu} ${addedRequests}\n`
      account.addedRequests = 0
      account.addedCu = 0
    }
    added.length = 0
  }

  return {
    path,
    get position() {
      return position
    },
    get isWritten() {
      return text === '' && added.length === 0
    },
    add(account, cu) {
      if (account.addedRequests === 0) added.push(account)
      account.addedRequests += 1
      account.addedCu += cu
    },
    write() {
      toText()
      try {
        if (isClosed && text !== '')
          throw new RangeError('The ledger is closed; a call that came after that is not booked.')
        if (position + text.length > size) size = grow(file, position + text.length + growthBytes)
        // Text is ASCII, so that its length is its bytes.
        while (text !== '') {
          const bytes = writeSync(file, text)
          position += bytes
          text = text.slice(bytes)
        }
        isFailing = false
        return true
      } catch (error) {
        // Once, for a full disk fails every turn of the event loop.
        if (!isFailing) onFault(error)
        isFailing = true
        return false
      }
    },
    discard() {
      toText()
      const [held, heldAt] = [text, position]
      text = spoiler
      return () => {
        if (held.length > mostPutBack) return
        // After what was written meanwhile, the first line may be the rest of one that came half.
        text = position === heldAt ? held + text.slice(spoiler.length) : text + held.slice(held.indexOf('\n') + 1)
      }
    },
    close() {
      if (!isClosed) closeSync(file)
      isClosed = true
    },
  }
}

function grow(file: number, size: number): number {
  try {
    ftruncateSync(file, size)
  } catch {
    // Where it may not grow so far, the write itself says whether there is room.
  }
  return size
}

/** Anything else is passed over: a sum that is no number would take what its key used before with it. */
const callLine = /^(\d+) (\d+)(?: (\d+))?$/
const dayPattern = /^\d{4}-\d\d-\d\d$/

/**
 * The sums of a journal's calls that are not in the store yet. A last line that was cut off was not answered; after it come
 * zeros.
 *
 * @param offsets of each part of the keys: how far the file is in the store
 */
export function readJournal(
  path: string,
  offsets: readonly number[],
): { readonly sums: Sum[]; readonly bytes: number } {
  const text = readFileSync(path, 'latin1')
  const accounts = new Map<string, { readonly sum: Sum; readonly offset: number }>()
  let start = 0
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
    const line = text.slice(start, end)
    if (line.startsWith('=')) name(line)
    else {
      const [, id = '', cu, requests = 1] = callLine.exec(line) ?? []
      const account = accounts.get(id)
      if (account !== undefined && start >= account.offset) {
        account.sum.requests += Number(requests)
        account.sum.cu += Number(cu)
      }
    }
    start = end + 1
  }

  function name(line: string): void {
    const [id = '', day, keyId, chain, method, pool, ...rest] = line.slice(1).split('\t')
    // Zeros are a page that did not reach the disk before the power failed.
    if (!day || !dayPattern.test(day) || line.includes('\0')) return
    if (!keyId || !chain || !method || (pool !== 'cu' && pool !== 'trace') || rest.length > 0) return
    const sum = { day, keyId, chain, method, pool: pool as Pool, requests: 0, cu: 0 }
    accounts.set(id, { sum, offset: offsets[toPart(keyId)] ?? 0 })
  }
  const sums = [...accounts.values()].map(({ sum }) => sum).filter(({ requests }) => requests > 0)
  return { sums, bytes: text.length }
}

export const noOffsets: readonly number[] = Array.from({ length: partCount }, () => 0)
