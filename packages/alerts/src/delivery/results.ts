import type { Store } from '@outrigger/core'
import { LeaseLostError, retry } from '@outrigger/core/internal'
import type { OutboxPart } from './outbox.ts'
import { type Settled, toChanges } from './settle.ts'

type Parts = {
  readonly store: Store
  readonly outbox: OutboxPart
  /** Aborts when it closes: what is left is tried once more. */
  readonly signal: AbortSignal
  readonly onWritten: (batch: readonly Settled[]) => void
  /** The store does not take results; it is tried again. */
  readonly onStoreError: (error: unknown) => void
}

export type Results = {
  add(settled: Settled): void
  /** Forgets what is not written yet. */
  clear(): void
  /** Resolves once what was added is written, or was tried once more. */
  end(): Promise<void>
}

/** Writes what became of deliveries, in groups. */
export function createResults({ store, outbox, signal, onWritten, onStoreError }: Parts): Results {
  let waiting: Settled[] = []
  let cleared = 0
  let writing: Promise<void> | undefined

  async function commit(batch: readonly Settled[]): Promise<void> {
    try {
      const changes = batch.flatMap((settled) => toChanges(settled, outbox.toKey(settled.delivery)))
      await store.commit([...outbox.fences(), ...changes])
    } catch (error) {
      if (!(error instanceof LeaseLostError)) onStoreError(error)
      throw error
    }
  }
  async function write(): Promise<void> {
    // What ends in the same turn is written together.
    await Promise.resolve()
    while (waiting.length > 0) {
      const [batch, before] = [waiting, cleared]
      waiting = []
      // Nothing is sent twice for a store that is full: it is written once there is room. Another process's is left to it.
      const shouldRetry = (error: unknown) => !(error instanceof LeaseLostError) && cleared === before
      const tries = { minDelayMs: 100, maxDelayMs: 5000, shouldRetry, signal }
      const isWritten = await (signal.aborted ? commit(batch) : retry(() => commit(batch), tries)).then(
        () => true,
        () => false,
      )
      if (isWritten && cleared === before) onWritten(batch)
    }
    writing = undefined
  }
  return {
    add(settled) {
      waiting.push(settled)
      writing ??= write()
    },
    clear() {
      cleared += 1
      waiting = []
    },
    end: async () => writing,
  }
}
