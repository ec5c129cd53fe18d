import type { Unwatch } from '../../events/emitter.ts'

// A socket that reconnects within this time needs no polling.
const graceMs = 250

/** Polls for pending transactions while no socket is live. */
export class PendingFallback {
  readonly #hasSockets: boolean
  readonly #poll: () => Unwatch
  #grace: NodeJS.Timeout | undefined
  #stopPoll: Unwatch | undefined

  constructor(hasSockets: boolean, poll: () => Unwatch) {
    this.#hasSockets = hasSockets
    this.#poll = poll
  }

  get isPolling(): boolean {
    return this.#stopPoll !== undefined
  }

  /** Whether polling was started and not reset since. */
  get isStarted(): boolean {
    return this.#grace !== undefined
  }

  /** Starts to poll unless a socket becomes live within a moment. */
  start(isSocketLive: () => boolean): void {
    clearTimeout(this.#grace)
    const begin = () => {
      if (!isSocketLive() && !this.isPolling) this.#stopPoll = this.#poll()
    }
    this.#grace = setTimeout(begin, this.#hasSockets ? graceMs : 0)
  }

  stop(): void {
    clearTimeout(this.#grace)
    this.#stopPoll?.()
    this.#stopPoll = undefined
  }

  reset(): void {
    this.stop()
    this.#grace = undefined
  }
}
