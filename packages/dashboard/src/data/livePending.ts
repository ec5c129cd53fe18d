import type { PendingReading } from '@outrigger/api'
import type { mempoolChains } from '@outrigger/api/contract'
import { useEffect, useRef, useState } from 'preact/hooks'
import { client } from './client.ts'
import { keepLatest } from './latest.ts'
import { isOf, type PendingWish, toQuery, toStreamFilter } from './pending.ts'

/** The newest pending transactions of a chain, streamed. */
export type LivePending = {
  /** Newest first. Undefined before the first response. */
  readonly rows: readonly PendingReading[] | undefined
  /** Number of transactions received since the stream was opened. */
  readonly seen: number
  /** Number of transactions received while paused. */
  readonly waiting: number
  readonly perSecond: number
  /** Number of transactions lost because the browser reads too slowly. Null (unknown) after the connection was interrupted. */
  readonly missed: number | null
  readonly error: unknown
  /** Since when the stream is interrupted, in Unix ms. */
  readonly interruptedMs: number | undefined
}

/** Maximum number of rows in the table. */
export const mostRows = 200
/** Interval between two updates of the table. People cannot read faster updates, and each update costs frames. */
const drawEveryMs = 250
/** Wait before a new socket is opened, so that the old socket is closed by then. A key may have only a few sockets. */
const settleMs = 300

const nothing: LivePending = {
  rows: undefined,
  seen: 0,
  waiting: 0,
  perSecond: 0,
  missed: 0,
  error: undefined,
  interruptedMs: undefined,
}

/** The stream works. */
const live = { error: undefined, interruptedMs: undefined }

type Chain = (typeof mempoolChains)[number]

/** Follows the stream of pending transactions. While `isPaused`, the rows do not change but the counters do. */
export function useLivePending(chain: Chain, wish: PendingWish, isPaused: boolean): LivePending {
  const [state, setState] = useState(nothing)
  const paused = useRef(isPaused)
  paused.current = isPaused
  const draw = useRef(() => {})
  const subject = JSON.stringify([chain, wish])

  useEffect(() => {
    setState(nothing)
    const following = follow(chain, wish, () => paused.current, setState)
    draw.current = following.draw
    return following.stop
  }, [subject])
  useEffect(() => draw.current(), [isPaused])
  return state
}

type SetState = (change: (last: LivePending) => LivePending) => void

function follow(chain: Chain, wish: PendingWish, isPaused: () => boolean, setState: SetState) {
  const latest = keepLatest<PendingReading>(mostRows, ({ transaction }) => transaction.hash)
  const draw = createDrawing(() =>
    setState((last) => ({
      ...last,
      ...(isPaused() ? {} : { rows: latest.take() }),
      seen: latest.seen(),
      waiting: latest.waiting(),
    })),
  )
  let stop = () => {}
  let isOver = false
  const open = async () => {
    try {
      const { transactions } = await client.mempool.get(chain, { ...toQuery(wish), limit: mostRows })
      const known = transactions.filter((one) => isOf(one, wish.address))
      for (const one of known.sort((a, b) => a.firstSeenMs - b.firstSeenMs)) latest.add(one)
    } catch (error) {
      if (!isOver) setState((last) => ({ ...last, error }))
    }
    if (isOver) return
    draw.now()
    stop = client.mempool.watch(chain, {
      ...toStreamFilter(wish),
      onTransaction(one) {
        latest.add(one)
        draw.soon()
      },
      onError: (error) => setState((last) => ({ ...last, error, interruptedMs: last.interruptedMs ?? Date.now() })),
      onGap: ({ dropped }) =>
        setState((last) => ({
          ...last,
          ...live,
          missed: dropped === null || last.missed === null ? null : last.missed + dropped,
        })),
    })
  }
  const settled = setTimeout(() => void open(), settleMs)
  const rate = watchRate(latest.seen, (perSecond) =>
    setState((last) => ({ ...last, perSecond, ...(perSecond > 0 && live) })),
  )
  return {
    draw: draw.now,
    stop() {
      isOver = true
      clearTimeout(settled)
      rate()
      draw.stop()
      stop()
    },
  }
}

/** Calls `draw` in an animation frame, at most every `drawEveryMs`, and not while the page is hidden. */
function createDrawing(draw: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let frame: number | undefined
  const run = () => {
    frame = undefined
    timer = undefined
    draw()
  }
  return {
    now: draw,
    soon() {
      timer ??= setTimeout(() => {
        frame = requestAnimationFrame(run)
      }, drawEveryMs)
    },
    stop() {
      clearTimeout(timer)
      if (frame !== undefined) cancelAnimationFrame(frame)
    },
  }
}

function watchRate(read: () => number, tell: (perSecond: number) => void): () => void {
  let last = 0
  const timer = setInterval(() => {
    const count = read()
    tell(count - last)
    last = count
  }, 1000)
  return () => clearInterval(timer)
}
