import { useEffect, useRef, useState } from 'preact/hooks'

/** The state of a repeated request. `data` remains when a later request fails. */
export type Reading<T> = {
  readonly data: T | undefined
  /** When the last response arrived, in Unix ms. */
  readonly atMs: number | undefined
  /** The error of the last request. Undefined if the request succeeded. */
  readonly error: unknown
  readonly reload: () => void
}

type Options = {
  /** Pause between a response and the next request. After a failure, the pause is at most 10 s. 0 sends a single request. */
  readonly everyMs: number
  /** Values that the request depends on. When one of them changes, the data is cleared and requested again. */
  readonly of?: readonly unknown[]
}

/** Longest pause after a failure. */
const retryMs = 10_000

/** Repeats a request while the component is mounted and the page is visible. */
export function useReading<T>(ask: (signal: AbortSignal) => Promise<T>, { everyMs, of = [] }: Options): Reading<T> {
  const [state, setState] = useState<Omit<Reading<T>, 'reload'>>({ data: undefined, atMs: undefined, error: undefined })
  const [round, setRound] = useState(0)
  const asking = useRef(ask)
  asking.current = ask
  const subject = JSON.stringify(of)
  const shown = useRef(subject)

  useEffect(() => {
    const stop = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    if (shown.current !== subject) setState({ data: undefined, atMs: undefined, error: undefined })
    shown.current = subject

    async function run(): Promise<void> {
      if (document.hidden && everyMs > 0) return plan()
      try {
        const data = await asking.current(stop.signal)
        if (!stop.signal.aborted) setState({ data, atMs: Date.now(), error: undefined })
        plan()
      } catch (error) {
        if (!stop.signal.aborted) setState((last) => ({ ...last, error }))
        plan(Math.min(everyMs, retryMs))
      }
    }
    function plan(pauseMs = everyMs): void {
      if (everyMs > 0 && !stop.signal.aborted) timer = setTimeout(() => void run(), pauseMs)
    }
    void run()
    return () => {
      stop.abort()
      clearTimeout(timer)
    }
  }, [subject, everyMs, round])

  return { ...state, reload: () => setRound((last) => last + 1) }
}

/** Reloads each time `value` changes. The last data remains until the response arrives. */
export function useReload(reload: () => void, value: unknown): void {
  const last = useRef(value)
  useEffect(() => {
    if (last.current !== value) reload()
    last.current = value
  }, [value])
}

/** Returns the current time in Unix ms and updates it every `everyMs`. */
export function useNow(everyMs = 1000): number {
  const [now, setNow] = useState(Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}

/** Collects the last `most` values for a chart. A value with the same key as the value before it is skipped. */
export function useTrail<T>(value: T | undefined, toKey: (value: T) => unknown, most = 600): readonly T[] {
  const trail = useRef<T[]>([])
  const last = trail.current.at(-1)
  if (value !== undefined && (last === undefined || toKey(last) !== toKey(value)))
    trail.current = [...trail.current, value].slice(-most)
  return trail.current
}
