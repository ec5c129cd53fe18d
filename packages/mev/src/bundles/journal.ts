import type { Store } from '@outrigger/core'
import { isHash } from 'viem'
import type { BundleRecord, Submission } from './record.ts'

const records = 'bundles'
/** Collection with the ids of records whose verdict may still change. Only these are loaded at a start. */
const open = 'openBundles'

/** Stores bundle records. Every submission is written here before it is sent. */
export type Journal = {
  get(id: string): Promise<BundleRecord | undefined>
  /** Returns the records of all accounts, newest first. */
  find(hash: string): Promise<readonly BundleRecord[]>
  /** Returns the newest records first. */
  list(limit: number): Promise<readonly BundleRecord[]>
  listOpen(): Promise<readonly BundleRecord[]>
  /** Deletes final records that were submitted before the given time. */
  prune(beforeMs: number): Promise<void>
  /** Changes a record atomically, also across processes, and returns the new record. */
  update(
    id: string,
    change: (current: BundleRecord | undefined) => BundleRecord | undefined,
  ): Promise<BundleRecord | undefined>
  /**
   * Reserves submissions for a block and returns the relays to which the caller must send. A relay is returned only once: other
   * processes, and this process after a crash, do not get it again.
   */
  claim(id: string, block: number, submissions: readonly Submission[]): Promise<readonly string[]>
}

export function createJournal(store: Store, chain: string): Journal {
  const toKey = (id: string) => `${chain}/${id}`
  const all = store.collection<BundleRecord>(records)

  async function update(id: string, change: (current: BundleRecord | undefined) => BundleRecord | undefined) {
    let next: BundleRecord | undefined
    const key = toKey(id)
    await store.commit([
      {
        collection: records,
        key,
        change: (current) => {
          next = change(current as BundleRecord | undefined)
          return next
        },
      },
      { collection: open, key, change: () => (next === undefined || next.isFinal ? undefined : true) },
    ])
    return next
  }

  async function listFrom(prefix: string): Promise<readonly BundleRecord[]> {
    const values = (await all.list({ prefix })).map(({ value }) => value)
    return values.sort((a, b) => b.submittedAtMs - a.submittedAtMs)
  }

  return {
    get: (id) => all.get(toKey(id)),
    async find(text) {
      const hash = text.toLowerCase()
      if (!isHash(hash)) return []
      return (await listFrom(toKey(hash))).filter((record) => record.hash === hash)
    },
    list: async (limit) => (await listFrom(`${chain}/`)).slice(0, limit),
    async listOpen() {
      const entries = await store.collection(open).list({ prefix: `${chain}/` })
      const found = await Promise.all(entries.map(({ key }) => all.get(key)))
      return found.flatMap((record) => record ?? [])
    },
    async prune(beforeMs) {
      for (const { key, value } of await all.list({ prefix: `${chain}/` }))
        if (value.isFinal && value.submittedAtMs < beforeMs) await all.delete(key)
    },
    update,
    async claim(id, block, submissions) {
      let claimed: readonly string[] = []
      await update(id, (current) => {
        if (current === undefined) return undefined
        const known = current.submissions.filter((one) => one.block === block).map(({ relay }) => relay)
        const added = submissions.filter(({ relay }) => !known.includes(relay))
        claimed = added.filter(({ outcome }) => outcome === 'sending').map(({ relay }) => relay)
        return { ...current, submissions: [...current.submissions, ...added] }
      })
      return claimed
    },
  }
}
