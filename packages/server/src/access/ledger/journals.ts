import { randomBytes } from 'node:crypto'
import { readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Store } from '@outrigger/core'
import type { Change } from '@outrigger/core/internal'
import { toChanges } from './documents.ts'
import { type Journal, noOffsets, openJournal, readJournal } from './journal.ts'

/** The journals of one process, one after the other. */
export type Journals = {
  readonly current: Journal
  /** Whether there are some before the present one. */
  readonly hasEnded: boolean
  /** The changes that say how far each is in the store with some parts of the keys. */
  toOffsets(parts: readonly number[]): Change[]
  /** Begins another; what is in the present one is in the file, and goes into the store later. */
  begin(): void
  /** Removes those before the present one; they are in the store as a whole. */
  removeEnded(): Promise<void>
  /** Ends; what is not in the store is left for the next process. */
  close(isInStore: boolean): Promise<void>
}

type OwnJournal = { readonly name: string; readonly journal: Journal }

/** How far a journal is in the store, for each part of the keys. */
const journalsCollection = 'ledger_journals'

const journalName = /^([0-9a-f]{16})\.\d+\.journal$/
const lockName = /^([0-9a-f]{16})\.lock$/

/**
 * Opens a journal for this process, after it has brought those of processes that have died into the store. A process
 * holds the lock of its journals for as long as it lives, so that nobody takes what a living one still writes, and only
 * one takes what a dead one left.
 */
export async function openJournals(
  directory: string,
  store: Store,
  onFault: (error: unknown) => void,
): Promise<Journals> {
  const { lockFile, makeDirectory } = await import('@outrigger/core/store/sqlite')
  makeDirectory(directory, 0o700)
  const id = randomBytes(8).toString('hex')
  const toLockPath = (owner: string) => join(directory, `${owner}.lock`)
  const lock = await lockFile(`${toLockPath(id)}.new`)
  // It has its name once it is held: one that is free is of a process that has died.
  renameSync(`${toLockPath(id)}.new`, toLockPath(id))
  for (const owner of listOwners(directory)) {
    const taken = await lockFile(toLockPath(owner))
    if (taken === null) continue
    try {
      await adopt(directory, owner, store)
      rmSync(toLockPath(owner), { force: true })
    } catch (error) {
      lock?.release()
      throw error
    } finally {
      taken.release()
    }
  }
  let count = 0
  let present = open()
  const ended: OwnJournal[] = []

  function open(): OwnJournal {
    count += 1
    const name = `${id}.${count}.journal`
    return { name, journal: openJournal(join(directory, name), onFault) }
  }
  async function removeEnded(): Promise<void> {
    for (let first = ended[0]; first !== undefined; first = ended[0]) {
      await remove(directory, first.name, store)
      ended.shift()
    }
  }

  const journals: Journals & { current: Journal } = {
    // A plain field: it is read with every call.
    current: present.journal,
    get hasEnded() {
      return ended.length > 0
    },
    toOffsets: (parts) =>
      [...ended, present].map(({ name, journal: { position } }) => ({
        collection: journalsCollection,
        key: name,
        change: (known) =>
          ((known ?? noOffsets) as readonly number[]).map((offset, part) => (parts.includes(part) ? position : offset)),
      })),
    begin() {
      const next = open()
      present.journal.close()
      ended.push(present)
      present = next
      journals.current = next.journal
    },
    removeEnded,
    async close(isInStore) {
      present.journal.close()
      if (isInStore) {
        ended.push(present)
        await removeEnded()
        rmSync(toLockPath(id), { force: true })
      }
      lock?.release()
    },
  }
  return journals
}

function listOwners(directory: string): ReadonlySet<string> {
  return new Set(readdirSync(directory).flatMap((file) => (journalName.exec(file) ?? lockName.exec(file))?.[1] ?? []))
}

/** Brings what a process left into the store, once however often this is cut short. */
async function adopt(directory: string, owner: string, store: Store): Promise<void> {
  const offsets = store.collection<readonly number[]>(journalsCollection)
  for (const file of readdirSync(directory).filter((name) => name.startsWith(`${owner}.`) && journalName.test(name))) {
    const { sums, bytes } = readJournal(join(directory, file), (await offsets.get(file)) ?? noOffsets)
    await store.commit([
      ...toChanges(sums),
      { collection: journalsCollection, key: file, change: () => noOffsets.map(() => bytes) },
    ])
    await remove(directory, file, store)
  }
  // A process that was killed while it removed a journal has left how far that was in the store.
  for (const { key } of await offsets.list({ prefix: `${owner}.` })) await offsets.delete(key)
}

/** Removes a journal whose content is in the store; the file first, for without it its offsets mean nothing. */
async function remove(directory: string, file: string, store: Store): Promise<void> {
  rmSync(join(directory, file), { force: true })
  await store.collection(journalsCollection).delete(file)
}
