import type { Hex } from 'viem'
import type { MempoolTransaction, MevAnnotator, MevOpportunity } from './watcherTypes.ts'

export type MevAnnotationParts = {
  readonly find: (hash: Hex) => MempoolTransaction | null
  /** Returns the transactions that have an opportunity. */
  readonly annotated: () => readonly MempoolTransaction[]
  /** Called when a held transaction is to be reported. */
  readonly onNew: (entry: MempoolTransaction) => void
  /** Called when a transaction that was reported without an opportunity has its first one. */
  readonly onFirstOpportunity: (entry: MempoolTransaction) => void
}

/** Delays new transactions until an MEV detector has looked at them, and stores the opportunities that it finds. */
export type MevAnnotations = {
  /** Holds a new transaction until `onNew`. Returns false without a detector. */
  hold(entry: MempoolTransaction): boolean
  attach(options?: { readonly waitMs?: number }): MevAnnotator
  close(): void
}

const defaultWaitMs = 5

export function createMevAnnotations(parts: MevAnnotationParts): MevAnnotations {
  const { find, annotated, onNew, onFirstOpportunity } = parts
  const held = new Map<Hex, MempoolTransaction>()
  /** Transactions that were reported with an opportunity. */
  const reported = new WeakSet<MempoolTransaction>()
  let attached: { readonly waitMs: number } | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  function release(hash: Hex, entry: MempoolTransaction): void {
    held.delete(hash)
    if (entry.mev !== null) reported.add(entry)
    onNew(entry)
  }

  function releaseAll(): void {
    clearTimeout(timer)
    timer = undefined
    for (const [hash, entry] of [...held]) release(hash, entry)
  }

  function set(hash: Hex, mev: MevOpportunity | null): void {
    const entry = find(hash)
    if (entry === null) return
    ;(entry as { mev: MevOpportunity | null }).mev = mev
    if (held.has(hash)) {
      release(hash, entry)
    } else if (mev !== null && !reported.has(entry)) {
      reported.add(entry)
      onFirstOpportunity(entry)
    }
  }

  return {
    hold(entry) {
      if (attached === null) return false
      held.set(entry.transaction.hash, entry)
      timer ??= setTimeout(releaseAll, attached.waitMs)
      return true
    },
    attach({ waitMs = defaultWaitMs } = {}) {
      const own = { waitMs }
      attached = own
      return {
        set: (hash, mev) => attached === own && set(hash, mev),
        close() {
          if (attached !== own) return
          attached = null
          releaseAll()
          for (const { transaction } of annotated()) set(transaction.hash, null)
        },
      }
    },
    close() {
      clearTimeout(timer)
      held.clear()
    },
  }
}
