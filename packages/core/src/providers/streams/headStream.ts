import { setMaxListeners } from 'node:events'
import type { ChainProfile } from '../../chains/chain.ts'
import type { Unwatch } from '../../events/emitter.ts'
import { sleep } from '../../time/sleep.ts'
import type { Dispatcher } from '../dispatch/dispatcher.ts'
import type { Head, ProviderPool } from '../poolTypes.ts'
import { getBranch, maxGapBlocks, UnknownAncestorError } from './branch.ts'
import { type ChainWindow, chooseTarget, followBranch } from './chainWindow.ts'
import { createFanOut } from './fanOut.ts'
import { toHead } from './head.ts'
import { createPace } from './pace.ts'
import type { EndpointSocket } from './socket.ts'

/** Blocks remembered: as deep a reorganisation is told block by block. */
export const windowSize = 256
const maxPolls = 5
const maxUnlinked = 3
// A push may be as much older than that of the quickest provider.
const maxPushLagMs = 500
const retryMs = { min: 50, max: 1000 }

export type HeadStreamOptions = {
  readonly chain: ChainProfile
  readonly dispatcher: Dispatcher
  readonly send: ProviderPool['send']
  readonly sockets: readonly EndpointSocket[]
}

export type HeadStream = {
  watch(onHead: (head: Head) => void): Unwatch
  /** Does it once the stream has begun with the present head: who watches from then on hears only of what comes after. */
  afterBegin(watch: () => Unwatch): Unwatch
  /** Whether a socket tells of every new head at the moment, and none is overdue. */
  isPushing(): boolean
  close(): void
}

type Run = { readonly isPushing: () => boolean; readonly hasBegun: () => boolean; readonly stop: () => void }

/** What a socket has told of late. */
type Tap = { isLive: boolean; pushedAtMs: number; number: bigint }

/** One stream of heads for all who watch: pushed by every socket there is, polled where and while none delivers. */
export function createHeadStream(options: HeadStreamOptions): HeadStream {
  const listeners = createFanOut<Head>()
  const waiting = new Set<() => void>()
  let run: Run | undefined

  const end = () => {
    run?.stop()
    run = undefined
  }
  function onBegin(): void {
    for (const begin of waiting) begin()
    waiting.clear()
  }
  function watch(onHead: (head: Head) => void): Unwatch {
    const leave = listeners.add(onHead)
    run ??= start(options, (head, takesBack) => listeners.emit(head, takesBack), onBegin)
    return () => {
      leave()
      if (listeners.size === 0) end()
    }
  }
  return {
    watch,
    afterBegin(watchNew) {
      if (run?.hasBegun()) return watchNew()
      // Keeps the stream running until then.
      let leave = watch(() => {})
      const begin = () => {
        const release = leave
        leave = watchNew()
        release()
      }
      waiting.add(begin)
      return () => {
        waiting.delete(begin)
        leave()
      }
    },
    isPushing: () => run?.isPushing() ?? false,
    close() {
      listeners.clear()
      waiting.clear()
      end()
    },
  }
}

function start(
  { chain, dispatcher, send, sockets }: HeadStreamOptions,
  emit: (head: Head, takesBack?: number) => number,
  onBegin: () => void,
): Run {
  const lifetime = new AbortController()
  const { signal } = lifetime
  setMaxListeners(0, signal)
  const pace = createPace(chain.blockTimeMs)
  const taps = new Map<EndpointSocket, Tap>()
  /** The latest block each provider has shown, and when. */
  const shown = new Map<string, { readonly head: Head; readonly atMs: number }>()
  const known = new Map<string, Head>()
  /** When blocks were left by a reorganisation. Who speaks of one from before that has not seen what came. */
  const left = new Map<string, number>()
  /** By hash of the blocks of the window: the mark of the event that told them. */
  const marks = new Map<string, number>()
  /** Consecutive blocks of a provider that turned out to have no known parent. */
  const unlinked = new Map<string, number>()
  let window: ChainWindow = []
  let isWalking = false
  let risenAtMs = performance.now()
  let polls = 0
  let polledAtMs = Number.NEGATIVE_INFINITY
  /** When the latest answered poll was sent: what a socket missed before then is known. */
  let polledSinceMs = Number.NEGATIVE_INFINITY
  let connectedAtMs = 0
  let uselessPolls = 0
  let timer: NodeJS.Timeout | undefined

  const tell = (head: Head, takesBack?: number) => (signal.aborted ? 0 : emit(head, takesBack))
  const isPushing = () =>
    performance.now() - risenAtMs < pace.stallMs &&
    polledSinceMs >= connectedAtMs &&
    [...taps.values()].some(({ isLive }) => isLive)
  const tipNumber = () => window.at(-1)?.number ?? -1n

  function show(head: Head, askedAtMs = performance.now(), isPushed = false): void {
    // An answer that was overtaken by what the provider has pushed since.
    if ((shown.get(head.provider)?.atMs ?? 0) > askedAtMs) return
    // Late news of the branch that was left, or the stream would go back to it for a moment.
    if ((left.get(head.hash) ?? Number.NEGATIVE_INFINITY) > askedAtMs - (isPushed ? maxPushLagMs : 0)) return
    known.set(head.hash, head)
    const [oldest] = known.keys()
    if (known.size > maxGapBlocks + windowSize && oldest !== undefined) known.delete(oldest)
    shown.set(head.provider, { head, atMs: performance.now() })
    void advance()
  }

  /** One walk at a time; what is shown meanwhile is looked at when it ends, and walking back covers what lies between. */
  async function advance(): Promise<void> {
    if (isWalking) return
    isWalking = true
    let delayMs = retryMs.min
    for (let target = chooseNext(); target !== undefined && !signal.aborted; target = chooseNext()) {
      try {
        const isNext = target.parentHash === window.at(-1)?.hash && target.number === tipNumber() + 1n
        // Without a wait, so that consumers have it in the moment it comes.
        follow(isNext ? [target] : await getBranch({ window, target, known, send, signal }))
        unlinked.delete(target.provider)
        delayMs = retryMs.min
      } catch (error) {
        if (error instanceof UnknownAncestorError) doubt(target)
        await sleep(delayMs, signal)
        delayMs = Math.min(retryMs.max, 2 * delayMs)
      }
    }
    isWalking = false
  }

  /** A block nobody can tie to the chain may only be too new; after a few attempts it is not one of it. */
  function doubt({ provider, hash }: Head): void {
    const failures = (unlinked.get(provider) ?? 0) + 1
    unlinked.set(provider, failures)
    if (failures % maxUnlinked === 0 && shown.get(provider)?.head.hash === hash) shown.delete(provider)
  }

  function chooseNext(): Head | undefined {
    const since = performance.now() - pace.stallMs
    const live = [...shown.values()].filter(({ atMs }) => atMs >= since).map(({ head }) => head)
    return chooseTarget(window, live)
  }

  function follow(branch: readonly Head[]): void {
    if (signal.aborted) return
    const isBegin = window.length === 0
    const step = followBranch(window, branch, windowSize)
    const rise = Number((step.window.at(-1)?.number ?? 0n) - tipNumber())
    const now = performance.now()
    if (!isBegin) pace.note(rise, now)
    const first = branch[0]?.number ?? 0n
    if (!isBegin && first > tipNumber() + 1n)
      dispatcher.emit('gap', { stream: 'heads', from: tipNumber() + 1n, to: first - 1n })
    risenAtMs = now
    uselessPolls = 0
    window = step.window
    for (const head of step.removed) {
      tell({ ...head, removed: true }, marks.get(head.hash))
      marks.delete(head.hash)
      left.set(head.hash, now)
    }
    for (const [provider, { head }] of shown) if (left.get(head.hash) === now) shown.delete(provider)
    for (const hash of [...left.keys()].slice(0, Math.max(0, left.size - windowSize))) left.delete(hash)
    for (const head of step.added) marks.set(head.hash, tell(head))
    for (const hash of [...marks.keys()].slice(0, Math.max(0, marks.size - windowSize))) marks.delete(hash)
    for (const [hash, { number }] of known) if (number + 16n < tipNumber()) known.delete(hash)
    if (isBegin && !signal.aborted) onBegin()
  }

  async function poll(prefer?: string): Promise<void> {
    if (polls >= maxPolls) return
    polls += 1
    const askedAtMs = performance.now()
    polledAtMs = askedAtMs
    try {
      const request = { method: 'eth_getBlockByNumber', params: ['latest', false] }
      const { result, provider } = await send(request, {
        signal,
        fresh: true,
        ...(prefer === undefined ? {} : { prefer }),
      })
      const head = toHead(result, provider)
      if (head === null || signal.aborted) return
      // Until a head shows otherwise.
      uselessPolls += 1
      polledSinceMs = Math.max(polledSinceMs, askedAtMs)
      show(head, askedAtMs)
    } catch {
      // Nobody answers: asked again in a moment.
    } finally {
      polls -= 1
    }
  }

  function tick(): void {
    const now = performance.now()
    const hasSocket = [...taps.values()].some(({ isLive }) => isLive)
    // Slower while polls hang, and on a quiet chain whose sockets are well.
    const restMs = polls > 0 ? 1000 : hasSocket ? Math.min(1500, pace.pollMs * 2 ** Math.min(uselessPolls, 8)) : 0
    if (!isPushing() && now - polledAtMs >= Math.max(restMs, pace.pollMs - 10)) void poll()
    for (const [socket, tap] of taps) {
      const isSilent = now - tap.pushedAtMs > Math.max(1000, 3 * pace.blockTimeMs)
      if (tap.isLive && isSilent && tipNumber() > tap.number + 1n) socket.restart()
    }
    void advance()
    timer = setTimeout(tick, pace.pollMs)
  }

  function listen(socket: EndpointSocket): Unwatch {
    const { health } = socket
    const { name } = health.endpoint
    const tap: Tap = { isLive: false, pushedAtMs: 0, number: -1n }
    taps.set(socket, tap)
    return socket.subscribe({
      alternatives: [['newHeads']],
      onChange(isLive) {
        Object.assign(tap, { isLive, pushedAtMs: performance.now(), number: tipNumber() })
        // What it would have pushed meanwhile is fetched now; what it has shown is not supported by it any more.
        if (!isLive) return void shown.delete(name)
        connectedAtMs = performance.now()
        void poll(name)
      },
      onPush(raw) {
        const head = toHead(raw, name)
        if (head === null || health.verified !== true) return
        try {
          dispatcher.observeHead(health, head.number)
        } catch {
          return
        }
        Object.assign(tap, { pushedAtMs: performance.now(), number: head.number })
        if (health.circuit.isOpen) dispatcher.probeSoon(health)
        // Old blocks of one that has fallen behind are no reorganisation, whoever else may be gone.
        if (dispatcher.isLagging(health)) return void shown.delete(name)
        show(head, performance.now(), true)
      },
    })
  }

  const leave = sockets.map(listen)
  tick()
  return {
    isPushing,
    hasBegun: () => window.length > 0,
    stop() {
      lifetime.abort()
      clearTimeout(timer)
      for (const unsubscribe of leave) unsubscribe()
    },
  }
}
