import type { Head, ProviderPool } from '@outrigger/core'
import { retry } from '@outrigger/core/internal'
import { getLatestHead } from './headReader.ts'
import { createWakeup } from './wakeup.ts'

const retryDelays = { minDelayMs: 50, maxDelayMs: 1_000 }
/** How long a loop rests while nothing is to be read. */
export const idleMs = 60_000

export type HeadLoopOptions = {
  readonly pool: ProviderPool
  readonly signal: AbortSignal
  /** Before the first head. */
  readonly begin?: () => Promise<void>
  readonly hasBegun: () => boolean
  /** Whether the head calls for a round. */
  readonly onHead: (head: Head) => boolean
  /** Takes in what is new. */
  readonly round: (attempts: Attempts) => Promise<void>
  /** How long to rest after a round, if no head comes. */
  readonly computeRestMs: () => number
  /** A round has ended, or a step has failed. */
  readonly onChange: () => void
}

export type Attempts = {
  /** Runs it until it succeeds. @throws only when the signal aborts */
  untilDone(step: () => Promise<void>): Promise<void>
  /** Runs it once; a failure is kept as trouble. */
  once(step: () => Promise<void>): Promise<void>
}

/** Rounds of reading, one at every head of a provider pool and whenever it is woken. */
export type HeadLoop = {
  /** Why the last step failed, until one succeeds. */
  readonly trouble: string | null
  /** Something is to be read. */
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

  /** The provider pool reports the present head to the first watcher only. */
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
