import { setMaxListeners } from 'node:events'
import { LRUCache } from 'lru-cache'
import type { ChainProfile } from '../../chains/chain.ts'
import { sleep } from '../../time/sleep.ts'
import type { Dispatcher } from '../dispatch/dispatcher.ts'
import type { Head, ProviderPool } from '../poolTypes.ts'
import { getBranch, maxGapBlocks, UnknownAncestorError } from './branch.ts'
import { type ChainWindow, chooseTarget, followBranch } from './chainWindow.ts'
import { toHead } from './head.ts'
import { isPollDue, isUpToDate, mayPoll, type PollingEvent, startPolling, stepPolling } from './headPolling.ts'
import { HeadSocket } from './headSocket.ts'
import { createPace } from './pace.ts'
import { ShownHeads } from './shownHeads.ts'
import type { EndpointSocket } from './socket.ts'

/** Number of blocks kept. A reorganization up to this depth is emitted block by block. */
export const windowSize = 256
// Headers this far below the tip are no longer needed to connect a block to the chain.
const keptBelowTip = 16n
const retryMs = { min: 50, max: 1000 }

export type HeadStreamOptions = {
  readonly chain: ChainProfile
  readonly dispatcher: Dispatcher
  readonly send: ProviderPool['send']
  readonly sockets: readonly EndpointSocket[]
}

export type HeadFollowerOptions = HeadStreamOptions & {
  /** Emits a head, or emits that the head with the mark `takesBack` was removed. Returns the mark of this event. */
  readonly emit: (head: Head, takesBack?: number) => number
  /** Called when the first head has been emitted. */
  readonly onBegin: () => void
}

/** Follows the chain while there are listeners: decides which block is the tip and which blocks were removed and added. */
export class HeadFollower {
  readonly #options: HeadFollowerOptions
  readonly #lifetime = new AbortController()
  readonly #pace
  readonly #sockets: readonly HeadSocket[]
  readonly #shown = new ShownHeads()
  /** Known headers by hash. */
  readonly #known = new LRUCache<string, Head>({ max: maxGapBlocks + windowSize })
  /** Marks of the events that emitted the blocks of the window, by block hash. */
  readonly #marks = new LRUCache<string, number>({ max: windowSize })
  #window: ChainWindow = []
  #polling = startPolling(performance.now())
  #isAdvancing = false
  #timer: NodeJS.Timeout | undefined

  constructor(options: HeadFollowerOptions) {
    this.#options = options
    this.#pace = createPace(options.chain.blockTimeMs)
    setMaxListeners(0, this.#lifetime.signal)
    const { dispatcher } = options
    const shared = {
      dispatcher,
      tipNumber: () => this.#tipNumber(),
      onHead: (head: Head) => this.#show(head, performance.now(), true),
      onLive: (provider: string) => this.#onLive(provider),
      onLost: (provider: string) => this.#shown.drop(provider),
    }
    this.#sockets = options.sockets.map((socket) => new HeadSocket({ socket, ...shared }))
    this.#tick()
  }

  /** Returns whether a socket pushes every new head and none is overdue. */
  isPushing(): boolean {
    return this.#hasLiveSocket() && isUpToDate(this.#polling, this.#pace.stallMs, performance.now())
  }

  hasBegun(): boolean {
    return this.#window.length > 0
  }

  stop(): void {
    this.#lifetime.abort()
    clearTimeout(this.#timer)
    for (const socket of this.#sockets) socket.stop()
  }

  #tick(): void {
    const now = performance.now()
    const { pollMs, blockTimeMs } = this.#pace
    if (!this.isPushing() && isPollDue(this.#polling, this.#hasLiveSocket(), pollMs, now)) void this.#poll()
    for (const socket of this.#sockets) socket.restartIfSilent(this.#tipNumber(), blockTimeMs, now)
    void this.#advance()
    this.#timer = setTimeout(() => this.#tick(), pollMs)
  }

  /** Polls for the heads that the socket missed before it subscribed. */
  #onLive(provider: string): void {
    this.#step({ kind: 'connected', atMs: performance.now() })
    void this.#poll(provider)
  }

  async #poll(prefer?: string): Promise<void> {
    if (!mayPoll(this.#polling)) return
    const { signal } = this.#lifetime
    const sentAtMs = performance.now()
    this.#step({ kind: 'sent', atMs: sentAtMs })
    try {
      const request = { method: 'eth_getBlockByNumber', params: ['latest', false] }
      const how = { signal, fresh: true, ...(prefer !== undefined && { prefer }) }
      const { result, provider } = await this.#options.send(request, how)
      const head = toHead(result, provider)
      if (head === null || signal.aborted) return
      this.#step({ kind: 'answered', sentAtMs })
      this.#show(head, sentAtMs, false)
    } catch {
      // No endpoint answers. The next tick polls again.
    } finally {
      this.#step({ kind: 'ended' })
    }
  }

  #show(head: Head, requestedAtMs: number, isPushed: boolean): void {
    if (!this.#shown.show({ head, requestedAtMs, isPushed, nowMs: performance.now() })) return
    this.#known.set(head.hash, head)
    void this.#advance()
  }

  /** Moves to the block to follow, one branch at a time. Heads shown meanwhile are considered afterwards. */
  async #advance(): Promise<void> {
    if (this.#isAdvancing) return
    this.#isAdvancing = true
    const { send } = this.#options
    const { signal } = this.#lifetime
    let delayMs = retryMs.min
    for (let target = this.#chooseNext(); target !== undefined && !signal.aborted; target = this.#chooseNext()) {
      try {
        const window = this.#window
        const isNext = target.parentHash === window.at(-1)?.hash && target.number === this.#tipNumber() + 1n
        // The usual case needs no await, so that listeners get the head at once.
        this.#follow(isNext ? [target] : await getBranch({ window, target, known: this.#known, send, signal }))
        this.#shown.onLinked(target)
        delayMs = retryMs.min
      } catch (error) {
        if (error instanceof UnknownAncestorError) this.#shown.onUnlinked(target)
        await sleep(delayMs, signal)
        delayMs = Math.min(retryMs.max, 2 * delayMs)
      }
    }
    this.#isAdvancing = false
  }

  #chooseNext(): Head | undefined {
    return chooseTarget(this.#window, this.#shown.since(performance.now() - this.#pace.stallMs))
  }

  #follow(branch: readonly Head[]): void {
    if (this.#lifetime.signal.aborted) return
    const isBegin = !this.hasBegun()
    const now = performance.now()
    const oldTip = this.#tipNumber()
    const step = followBranch(this.#window, branch, windowSize)
    this.#window = step.window
    if (!isBegin) {
      this.#pace.note(Number(this.#tipNumber() - oldTip), now)
      this.#emitGap(oldTip + 1n, (branch[0]?.number ?? 0n) - 1n)
    }
    this.#step({ kind: 'risen', atMs: now })
    for (const head of step.removed) {
      this.#emit({ ...head, removed: true }, this.#marks.peek(head.hash))
      this.#marks.delete(head.hash)
    }
    this.#shown.leave(step.removed, now)
    for (const head of step.added) this.#marks.set(head.hash, this.#emit(head))
    for (const { number, hash } of [...this.#known.values()])
      if (number + keptBelowTip < this.#tipNumber()) this.#known.delete(hash)
    if (isBegin && !this.#lifetime.signal.aborted) this.#options.onBegin()
  }

  #emitGap(from: bigint, to: bigint): void {
    if (to >= from) this.#options.dispatcher.emit('gap', { stream: 'heads', from, to })
  }

  #emit(head: Head, takesBack?: number): number {
    return this.#lifetime.signal.aborted ? 0 : this.#options.emit(head, takesBack)
  }

  #tipNumber(): bigint {
    return this.#window.at(-1)?.number ?? -1n
  }

  #hasLiveSocket(): boolean {
    return this.#sockets.some(({ isLive }) => isLive)
  }

  #step(event: PollingEvent): void {
    this.#polling = stepPolling(this.#polling, event)
  }
}
