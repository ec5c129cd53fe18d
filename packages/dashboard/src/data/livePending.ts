import type { PendingReading } from '@outrigger/api'
import { useEffect, useRef, useState } from 'preact/hooks'
import { client } from './client.ts'
import { keepLatest } from './latest.ts'
import { isOf, type PendingWish, toQuery, toStreamFilter } from './pending.ts'

/** The newest pending transactions of a chain, as they come. */
export type LivePending = {
  /** Newest first; undefined before the first answer. */
  readonly rows: readonly PendingReading[] | undefined
  /** How many have come since the beginning. */
  readonly seen: number
  /** How many came while paused. */
  readonly waiting: number
  readonly perSecond: number
  /** So many were dropped, as this browser reads too slowly; null in it for a time without a connection. */
  readonly missed: number | null
  readonly error: unknown
}

/** Most rows of the table. */
export const mostRows = 200
/** How often the table is drawn: more often than anybody can read would only cost frames. */
const drawEveryMs = 125
/** A socket that is closed must be gone before the next one is opened: a key may have few. */
const settleMs = 300

const nothing: LivePending = {
  rows: undefined,
  seen: 0,
  waiting: 0,
  perSecond: 0,
  missed: 0,
  error: undefined,
}

/** Follows the stream of pending transactions; while `isPaused` what is shown stays as it is. */
export function useLivePending(chain: string, wish: PendingWish, isPaused: boolean): LivePending {
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

function follow(chain: string, wish: PendingWish, isPaused: () => boolean, setState: SetState) {
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
      onError: (error) => setState((last) => ({ ...last, error })),
      onGap: ({ dropped }) =>
        setState((last) => ({
          ...last,
          error: undefined,
          missed: dropped === null || last.missed === null ? null : last.missed + dropped,
        })),
    })
  }
  const settled = setTimeout(() => void open(), settleMs)
  const rate = watchRate(latest.seen, (perSecond) =>
    setState((last) => ({ ...last, perSecond, ...(perSecond > 0 && { error: undefined }) })),
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

/** Draws in a frame of the browser, not more often than the eye follows, and not while the page is hidden. */
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
