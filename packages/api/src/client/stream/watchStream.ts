import type { StopWatching, WatchParameters } from '../../outrigger/outrigger.ts'
import { ApiError, StreamLostError } from '../apiErrors.ts'
import { parseMessage } from './messages.ts'
import { initialState, type StreamCommand, type StreamEvent, step } from './step.ts'
import type { WebSocketLike } from './webSocket.ts'

type StreamParts = WatchParameters & {
  /** Opens a new connection with a valid credential. */
  open(): Promise<WebSocketLike>
  /** Fields of the subscribe message except `action`. */
  readonly subscription: object
  /** Maximum time until the subscription is confirmed. */
  readonly timeoutMs: number
  /** Maximum silence of a live connection whose pings are visible. */
  readonly silenceMs: number
  onData(data: unknown): void
}

/** Keeps one subscription on its own socket until it is stopped or rejected. `step` has the rules. */
export function watchStream(parts: StreamParts): StopWatching {
  const { subscription, timeoutMs, silenceMs } = parts
  let state = initialState
  let socket: WebSocketLike | undefined
  // Events of earlier connections are ignored.
  let connection = 0
  let retry: ReturnType<typeof setTimeout> | undefined
  const silence = createDeadline((ms) => dispatch({ kind: 'lost', code: null, reason: `no message for ${ms} ms` }))

  function dispatch(event: StreamEvent): void {
    const [next, commands] = step(state, event)
    state = next
    commands.forEach(run)
  }

  function run(command: StreamCommand): void {
    if (command.kind === 'connect') void connect()
    else if (command.kind === 'disconnect') disconnect()
    else if (command.kind === 'subscribe') subscribe(command.cursor)
    else if (command.kind === 'wait') retry = setTimeout(() => dispatch({ kind: 'due' }), command.ms)
    else if (command.kind === 'event') notify(() => parts.onData(command.data))
    else if (command.kind === 'gap') notify(() => parts.onGap?.({ dropped: command.dropped }))
    else notify(() => parts.onError(command.error))
  }

  function subscribe(cursor: string | undefined): void {
    const after = cursor === undefined ? {} : { cursor }
    socket?.send(JSON.stringify({ action: 'subscribe', ...subscription, ...after }))
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

/** Calls a listener. An error that it throws becomes an uncaught exception and does not stop the stream. */
function notify(listener: () => void): void {
  try {
    listener()
  } catch (error) {
    queueMicrotask(() => {
      throw error
    })
  }
}
