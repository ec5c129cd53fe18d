import { type ApiError, StreamLostError, StreamRefusedError } from '../apiErrors.ts'
import type { StreamMessage } from './messages.ts'

/** `opening`: connecting or connected, but not subscribed yet · `waiting`: until the next attempt. */
export type StreamState = {
  readonly phase: 'opening' | 'live' | 'waiting' | 'ended'
  /** Failed attempts since the stream was last live. */
  readonly failures: number
  readonly hasBeenLive: boolean
  /** Cursor of the last event, if the stream can resume after it. */
  readonly cursor?: string
}

export type StreamEvent =
  | { readonly kind: 'message'; readonly message: StreamMessage }
  /** The connection ended or could not be opened. */
  | { readonly kind: 'lost'; readonly code: number | null; readonly reason: string; readonly cause?: unknown }
  /** No connection is possible because the WebSocket class or the token is missing. */
  | { readonly kind: 'failed'; readonly error: ApiError }
  /** The wait before the next attempt is over. */
  | { readonly kind: 'due' }
  | { readonly kind: 'stopped' }

export type StreamCommand =
  | { readonly kind: 'connect' }
  | { readonly kind: 'subscribe'; readonly cursor?: string }
  | { readonly kind: 'disconnect' }
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'event'; readonly data: unknown }
  | { readonly kind: 'gap'; readonly dropped: number | null }
  | { readonly kind: 'error'; readonly error: ApiError }

export const initialState: StreamState = { phase: 'opening', failures: 0, hasBeenLive: false }

const firstWaitMs = 250
const longestWaitMs = 10_000
/** Policy violation. The node sends it if a credential may not open the stream, or was revoked or expired. */
const refusedCode = 1008

type Step = readonly [StreamState, readonly StreamCommand[]]

/** Returns the next state of a stream after an event, and the commands to run. Reconnects until stopped or rejected. */
export function step(state: StreamState, event: StreamEvent): Step {
  if (state.phase === 'ended') return [state, []]
  switch (event.kind) {
    case 'stopped':
      return [{ ...state, phase: 'ended' }, [{ kind: 'disconnect' }]]
    case 'due':
      return state.phase === 'waiting' ? [{ ...state, phase: 'opening' }, [{ kind: 'connect' }]] : [state, []]
    case 'lost':
      return stepLost(state, event)
    case 'failed':
      return retryOrEnd(state, event.error)
    case 'message':
      return state.phase === 'waiting' ? [state, []] : stepMessage(state, event.message)
  }
}

function stepMessage(state: StreamState, message: StreamMessage): Step {
  switch (message.kind) {
    case 'connected':
      return [state, [{ kind: 'subscribe', ...(state.cursor !== undefined && { cursor: state.cursor }) }]]
    case 'subscribed': {
      const live: StreamState = { ...moveTo(state, message), phase: 'live', failures: 0, hasBeenLive: true }
      // Also after failures before the first subscription: the caller has waited for events since then.
      const isMissing = (state.hasBeenLive || state.failures > 0) && message.resumed !== true
      return [live, isMissing ? [{ kind: 'gap', dropped: null }] : []]
    }
    case 'event':
      return [moveTo(state, message), [{ kind: 'event', data: message.data }]]
    case 'lagged':
      if (state.cursor === undefined) return [state, [{ kind: 'gap', dropped: message.dropped }]]
      // The node sends the dropped events again after the cursor.
      return [{ ...state, phase: 'opening' }, [{ kind: 'disconnect' }, { kind: 'connect' }]]
    case 'error':
      return retryOrEnd(state, new StreamRefusedError(message.code, message.message))
  }
}

const moveTo = (state: StreamState, { cursor }: { readonly cursor?: string }): StreamState =>
  cursor === undefined ? state : { ...state, cursor }

function stepLost(state: StreamState, { code, reason, cause }: StreamEvent & { kind: 'lost' }): Step {
  if (state.phase === 'waiting') return [state, []]
  // A token can expire while the stream is live. The next attempt requests a new one.
  if (code === refusedCode && state.phase === 'opening') return end(state, new StreamRefusedError('REFUSED', reason))
  return retry(state, new StreamLostError(code, reason, cause))
}

function retryOrEnd(state: StreamState, error: ApiError): Step {
  return error.retryable ? retry(state, error) : end(state, error)
}

function retry(state: StreamState, error: ApiError): Step {
  const ms = Math.min(longestWaitMs, firstWaitMs * 2 ** state.failures)
  return [
    { ...state, phase: 'waiting', failures: state.failures + 1 },
    [{ kind: 'disconnect' }, { kind: 'error', error }, { kind: 'wait', ms }],
  ]
}

function end(state: StreamState, error: ApiError): Step {
  return [{ ...state, phase: 'ended' }, [{ kind: 'disconnect' }, { kind: 'error', error }]]
}
