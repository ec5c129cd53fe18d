import type { Store } from '@outrigger/core'
import { LeaseLostError, retry } from '@outrigger/core/internal'
import type { OutboxPart } from './outbox.ts'
import { type Settled, toChanges } from './settle.ts'

type Parts = {
  readonly store: Store
  readonly outbox: OutboxPart
  /** Aborts on close. Remaining results are then written with one last attempt. */
  readonly signal: AbortSignal
  readonly onWritten: (batch: readonly Settled[]) => void
  /** Called if the store rejects results. The write is retried. */
  readonly onStoreError: (error: unknown) => void
}

type Results = {
  add(settled: Settled): void
  /** Drops results that are not written yet. */
  clear(): void
  /** Resolves once all added results are written, or their last attempt failed. */
  end(): Promise<void>
}

/** Writes the results of deliveries in batches. */
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
    // Results of the same event loop turn are written together.
    await Promise.resolve()
    while (waiting.length > 0) {
      const [batch, before] = [waiting, cleared]
      waiting = []
      // Retries until the store accepts the batch, so that no delivery is sent twice. Stops if another process took over.
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
