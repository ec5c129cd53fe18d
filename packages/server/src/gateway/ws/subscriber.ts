import { randomBytes } from 'node:crypto'
import type { Unwatch } from '@outrigger/core'
import { type Reply, refuse, toReply, toResultText } from '../rpc/call.ts'
import { type RpcFault, rpcCodes } from '../rpc/errors.ts'
import type { Feeds, Receiver, SubscriptionKind } from './feeds.ts'
import type { SessionEvent } from './sessionState.ts'
import { toSubscriptionKind } from './subscription.ts'

type Parts = {
  readonly feeds: Feeds
  /** Applies an event to the session's state. Returns a fault if it is refused. */
  readonly apply: (event: SessionEvent) => RpcFault | undefined
  readonly isOpen: (name: string) => boolean
  /** Receives an event as JSON-RPC text. */
  readonly onEvent: (text: string, kind: SubscriptionKind) => void
  /** Called if the feed cannot be joined because the pool is closing. */
  readonly onClosing: () => void
}

export type Subscriber = {
  /** Call `start` after the answer is sent. */
  subscribe(id: string, params: unknown): { readonly reply: Reply; readonly start?: () => void }
  unsubscribe(id: string, params: unknown): Reply
  close(): void
}

/** Handles `eth_subscribe` and `eth_unsubscribe` of one socket. */
export function createSubscriber({ feeds, apply, isOpen, onEvent, onClosing }: Parts): Subscriber {
  const joined = new Map<string, Unwatch>()

  function start(name: string, wanted: SubscriptionKind): void {
    apply({ kind: 'answered', name })
    if (!isOpen(name)) return
    const head = `{"jsonrpc":"2.0","method":"eth_subscription","params":{"subscription":"${name}","result":`
    const receive: Receiver = (result) => onEvent(`${head}${result}}}`, wanted)
    try {
      joined.set(name, feeds.join(wanted, receive))
    } catch {
      onClosing()
    }
  }

  return {
    subscribe(id, params) {
      const wanted = toSubscriptionKind(params)
      if (typeof wanted === 'string') return { reply: refuse(id, { code: rpcCodes.invalidParams, message: wanted }) }
      const name = `0x${randomBytes(16).toString('hex')}`
      const refusal = apply({ kind: 'subscribe', name })
      if (refusal !== undefined) return { reply: refuse(id, refusal) }
      return { reply: toReply(toResultText(id, `"${name}"`)), start: () => start(name, wanted) }
    },
    unsubscribe(id, params) {
      const [name] = Array.isArray(params) ? (params as readonly unknown[]) : []
      const refusal = apply({ kind: 'unsubscribe', name })
      if (refusal !== undefined) return refuse(id, refusal)
      joined.get(String(name))?.()
      joined.delete(String(name))
      return toReply(toResultText(id, 'true'))
    },
    close() {
      apply({ kind: 'closed' })
      for (const leave of joined.values()) leave()
      joined.clear()
    },
  }
}
