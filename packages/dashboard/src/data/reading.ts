import { useEffect, useRef, useState } from 'preact/hooks'

/** What is known of a question that is asked again and again: the last answer stays when a later question fails. */
export type Reading<T> = {
  readonly data: T | undefined
  /** When the last answer came, in Unix ms. */
  readonly atMs: number | undefined
  /** Why the last question failed; undefined when it was answered. */
  readonly error: unknown
  readonly reload: () => void
}

type Options = {
  /** Pause between an answer and the next question; 0 for one question only. */
  readonly everyMs: number
  /** Asked anew when one of them changes. */
  readonly of?: readonly unknown[]
}

/** Asks while the component is shown and the page is visible. */
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
      } catch (error) {
        if (!stop.signal.aborted) setState((last) => ({ ...last, error }))
      }
      plan()
    }
    function plan(): void {
      if (everyMs > 0 && !stop.signal.aborted) timer = setTimeout(() => void run(), everyMs)
    }
    void run()
    return () => {
      stop.abort()
      clearTimeout(timer)
    }
  }, [subject, everyMs, round])

  return { ...state, reload: () => setRound((last) => last + 1) }
}

/** Asks anew each time a value changes; the last answer stays meanwhile. */
export function useReload(reload: () => void, value: unknown): void {
  const last = useRef(value)
  useEffect(() => {
    if (last.current !== value) reload()
    last.current = value
  }, [value])
}

/** The present time, again every second, for ages. */
export function useNow(everyMs = 1000): number {
  const [now, setNow] = useState(Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}

/** Values of a reading as it changes, the last `most` of them, for charts. */
export function useTrail<T>(value: T | undefined, toKey: (value: T) => unknown, most = 600): readonly T[] {
  const trail = useRef<T[]>([])
  const last = trail.current.at(-1)
  if (value !== undefined && (last === undefined || toKey(last) !== toKey(value)))
    trail.current = [...trail.current, value].slice(-most)
  return trail.current
}
