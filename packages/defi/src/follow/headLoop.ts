import type { Head, ProviderPool } from '@outrigger/core'
import { retry } from '@outrigger/core/internal'
import { getLatestHead } from './headReader.ts'
import { createWakeup } from './wakeup.ts'

const retryDelays = { minDelayMs: 50, maxDelayMs: 1_000 }
/** Pause between rounds while there is nothing to read. */
export const idleMs = 60_000

export type HeadLoopOptions = {
  readonly pool: ProviderPool
  readonly signal: AbortSignal
  /** Runs before the first head. */
  readonly begin?: () => Promise<void>
  readonly hasBegun: () => boolean
  /** Handles a head. Returns whether it needs a round. */
  readonly onHead: (head: Head) => boolean
  /** Reads the changes. */
  readonly round: (attempts: Attempts) => Promise<void>
  /** Pause after a round if no head arrives, in milliseconds. */
  readonly computeRestMs: () => number
  /** Called when a round has ended or a step has failed. */
  readonly onChange: () => void
}

export type Attempts = {
  /** Retries the step until it succeeds. @throws only when the signal aborts */
  untilDone(step: () => Promise<void>): Promise<void>
  /** Runs the step once. A failure is recorded in `trouble`. */
  once(step: () => Promise<void>): Promise<void>
}

/** Runs a round at each head of a provider pool, and after each `wake()`. */
export type HeadLoop = {
  /** Why the last step failed. Null once a step succeeds. */
  readonly trouble: string | null
  /** Starts a round now. */
  wake(): void
  /** Resolves after the signal has aborted. */
  readonly ended: Promise<void>
}

export function createHeadLoop(options: HeadLoopOptions): HeadLoop {
  const { pool, signal, hasBegun, onHead, round, computeRestMs, onChange } = options
  const wakeup = createWakeup(signal)
  let trouble: string | null = null

  async function attempt(step: () => Promise<void>): Promise<void> {
    try {
      await step()
      trouble = null
    } catch (error) {
      if (!signal.aborted) trouble = (error as Error).message
      throw error
    }
  }

  const attempts: Attempts = {
    untilDone: (step) =>
      retry(
        () =>
          attempt(step).catch((error) => {
            onChange()
            throw error
          }),
        { ...retryDelays, signal },
      ),
    once: (step) => attempt(step).catch(() => {}),
  }

  function see(head: Head): void {
    if (onHead(head)) wakeup.wake()
  }

  /** Fetches the current head, because the provider pool reports it to its first watcher only. */
  async function begin(): Promise<void> {
    await options.begin?.()
    const head = hasBegun() ? null : await getLatestHead(pool, signal)
    if (head !== null && !hasBegun()) see(head)
  }

  async function follow(): Promise<void> {
    await attempts.untilDone(begin)
    while (!signal.aborted) {
      wakeup.reset()
      await round(attempts)
      onChange()
      await wakeup.sleep(computeRestMs())
    }
  }

  const unwatch = pool.watchHeads(see)
  signal.addEventListener('abort', unwatch, { once: true })
  const ended = follow().catch((error) => {
    if (!signal.aborted) throw error
  })
  return {
    get trouble() {
      return trouble
    },
    wake: wakeup.wake,
    ended,
  }
}
