import type { StopWatching, WatchParameters } from '../../outrigger/outrigger.ts'
import { ApiError, StreamLostError } from '../apiErrors.ts'
import { parseMessage } from './messages.ts'
import { initialState, type StreamCommand, type StreamEvent, step } from './step.ts'
import type { WebSocketLike } from './webSocket.ts'

type StreamParts = WatchParameters & {
  /** Connects anew, with a credential that holds now. */
  open(): Promise<WebSocketLike>
  /** What the message that subscribes says beside its action. */
  readonly subscription: object
  /** Longest wait until it is subscribed. */
  readonly timeoutMs: number
  /** Longest silence of a live connection whose pings are seen. */
  readonly silenceMs: number
  onData(data: unknown): void
}

/** One subscription, over a socket of its own, until it is stopped or refused. The rules are in `step`. */
export function watchStream(parts: StreamParts): StopWatching {
  const { subscription, timeoutMs, silenceMs } = parts
  let state = initialState
  let socket: WebSocketLike | undefined
  // What an earlier connection still says is nobody's business.
  let connection = 0
  let retry: ReturnType<typeof setTimeout> | undefined
  const silence = createDeadline((ms) =>
    dispatch({ kind: 'lost', code: null, reason: `nothing was heard for ${ms} ms` }),
  )

  function dispatch(event: StreamEvent): void {
    const [next, commands] = step(state, event)
    state = next
    commands.forEach(run)
  }

  function run(command: StreamCommand): void {
    if (command.kind === 'connect') void connect()
    else if (command.kind === 'disconnect') disconnect()
    else if (command.kind === 'subscribe') {
      const after = command.cursor === undefined ? {} : { cursor: command.cursor }
      socket?.send(JSON.stringify({ action: 'subscribe', ...subscription, ...after }))
    } else if (command.kind === 'wait') retry = setTimeout(() => dispatch({ kind: 'due' }), command.ms)
    else if (command.kind === 'event') tell(() => parts.onData(command.data))
    else if (command.kind === 'gap') tell(() => parts.onGap?.({ dropped: command.dropped }))
    else tell(() => parts.onError(command.error))
  }

  async function connect(): Promise<void> {
    connection += 1
    const own = connection
    silence.set(timeoutMs)
    try {
      const opened = await parts.open()
      listen(opened, () => own === connection)
      if (own === connection) socket = opened
      else opened.close()
    } catch (error) {
      const failure = error instanceof ApiError ? error : new StreamLostError(null, '', error)
      if (own === connection) dispatch({ kind: 'failed', error: failure })
    }
  }

  function listen(opened: WebSocketLike, isCurrent: () => boolean): void {
    let cause: unknown
    let seesPings = false
    const live = () => {
      if (!isCurrent() || state.phase !== 'live') return
      if (seesPings) silence.set(silenceMs)
      else silence.clear()
    }
    opened.on?.('ping', () => {
      seesPings = true
      live()
    })
    opened.onerror = ({ error }) => {
      cause = error
    }
    opened.onclose = ({ code, reason }) => {
      if (isCurrent()) dispatch({ kind: 'lost', code, reason, cause })
    }
    opened.onmessage = ({ data }) => {
      const message = isCurrent() ? parseMessage(String(data)) : undefined
      if (message !== undefined) dispatch({ kind: 'message', message })
      live()
    }
  }

  function disconnect(): void {
    connection += 1
    clearTimeout(retry)
    silence.clear()
    socket?.close()
    socket = undefined
  }

  void connect()
  return () => dispatch({ kind: 'stopped' })
}

function createDeadline(onOver: (ms: number) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const clear = () => clearTimeout(timer)
  const set = (ms: number) => {
    clear()
    timer = setTimeout(() => onOver(ms), ms)
  }
  return { set, clear }
}

/** What a listener throws is as loud as any uncaught error, and stops nothing here. */
function tell(listener: () => void): void {
  try {
    listener()
  } catch (error) {
    queueMicrotask(() => {
      throw error
    })
  }
}
