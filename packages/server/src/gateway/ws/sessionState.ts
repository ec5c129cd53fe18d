import { type RpcFault, rpcCodes } from '../rpc/errors.ts'

/** The running calls and subscriptions of one socket. */
export type SessionState = {
  readonly pendingCalls: number
  /**
   * State of each subscription by its id. It is `answering` until the answer with the id is sent, because no event may
   * precede the answer.
   */
  readonly subscriptions: ReadonlyMap<string, 'answering' | 'open'>
}

export type SessionEvent =
  | { readonly kind: 'callsBegin'; readonly count: number }
  | { readonly kind: 'callsEnd'; readonly count: number }
  | { readonly kind: 'subscribe'; readonly name: string }
  /** The answer to `subscribe` is sent. */
  | { readonly kind: 'answered'; readonly name: string }
  | { readonly kind: 'unsubscribe'; readonly name: unknown }
  | { readonly kind: 'closed' }

export type SessionLimits = { readonly subscriptions: number }

/** A refused event leaves the state unchanged. */
export type SessionStep = { readonly state: SessionState; readonly refusal?: RpcFault }

export const initialSession: SessionState = { pendingCalls: 0, subscriptions: new Map() }

export function step(state: SessionState, event: SessionEvent, limits: SessionLimits): SessionStep {
  const { pendingCalls, subscriptions } = state
  switch (event.kind) {
    case 'callsBegin':
      return { state: { ...state, pendingCalls: pendingCalls + event.count } }
    case 'callsEnd':
      return { state: { ...state, pendingCalls: pendingCalls - event.count } }
    case 'subscribe': {
      if (subscriptions.size < limits.subscriptions) return withSubscription(state, event.name, 'answering')
      const message = `This socket has the maximum of ${limits.subscriptions} subscriptions. Unsubscribe first.`
      return { state, refusal: { code: rpcCodes.limitExceeded, message } }
    }
    case 'answered':
      // The subscription may have ended in the same batch, or with its socket.
      return subscriptions.has(event.name) ? withSubscription(state, event.name, 'open') : { state }
    case 'unsubscribe': {
      const left = new Map(subscriptions)
      if (typeof event.name === 'string' && left.delete(event.name)) return { state: { ...state, subscriptions: left } }
      // The same message as geth.
      return { state, refusal: { code: rpcCodes.notFound, message: 'subscription not found' } }
    }
    case 'closed':
      return { state: { ...state, subscriptions: new Map() } }
  }
}

function withSubscription(state: SessionState, name: string, stage: 'answering' | 'open'): SessionStep {
  return { state: { ...state, subscriptions: new Map(state.subscriptions).set(name, stage) } }
}
