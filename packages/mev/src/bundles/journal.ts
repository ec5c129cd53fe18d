import type { Store } from '@outrigger/core'
import type { BundleRecord, Submission } from './record.ts'

const records = 'bundles'
/** Keys of those whose verdict may still change: what is looked for at a start. */
const open = 'openBundles'

/** Bundles in a store. Whatever is sent has been written here before. */
export type Journal = {
  get(hash: string): Promise<BundleRecord | undefined>
  /** Newest first. */
  list(limit: number): Promise<readonly BundleRecord[]>
  listOpen(): Promise<readonly BundleRecord[]>
  /** Forgets those that are final and were sent before a time. */
  prune(beforeMs: number): Promise<void>
  /** Changes a record in one step, also between processes, and returns what it was changed to. */
  update(
    hash: string,
    change: (current: BundleRecord | undefined) => BundleRecord | undefined,
  ): Promise<BundleRecord | undefined>
  /**
   * Books what is about to be sent for a block. The relays that are returned are to be sent to by the caller, who is the only
   * one: another process, or this one after a crash, is returned none of them.
   */
  claim(hash: string, block: number, submissions: readonly Submission[]): Promise<readonly string[]>
}

export function createJournal(store: Store, chain: string): Journal {
  const toKey = (hash: string) => `${chain}/${hash.toLowerCase()}`
  const all = store.collection<BundleRecord>(records)

  async function update(hash: string, change: (current: BundleRecord | undefined) => BundleRecord | undefined) {
    let next: BundleRecord | undefined
    const key = toKey(hash)
    await store.commit([
      {
        ...{ collection: records, key },
        change: (current) => {
          next = change(current as BundleRecord | undefined)
          return next
        },
      },
      { collection: open, key, change: () => (next === undefined || next.isFinal ? undefined : true) },
    ])
    return next
  }

  return {
    get: (hash) => all.get(toKey(hash)),
    async list(limit) {
      const entries = await all.list({ prefix: `${chain}/` })
      const values = entries.map(({ value }) => value)
      return values.sort((a, b) => b.submittedAtMs - a.submittedAtMs).slice(0, limit)
    },
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
    async claim(hash, block, submissions) {
      let claimed: readonly string[] = []
      await update(hash, (current) => {
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
