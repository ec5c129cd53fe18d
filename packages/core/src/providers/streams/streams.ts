import type { Head, ProviderPool } from '../poolTypes.ts'
import { createCallOne } from './callOne.ts'
import type { HeadStreamOptions } from './headFollower.ts'
import { createHeadStream } from './headStream.ts'
import { toNormalFilter } from './logFilter.ts'
import { createLogStream } from './logStream.ts'
import { createPendingPoll } from './pendingPoll.ts'
import { PendingStream } from './pendingStream.ts'
import { EndpointSocket } from './socket.ts'

export type StreamsOptions = Omit<HeadStreamOptions, 'sockets'>

export type Streams = Pick<ProviderPool, 'watchHeads' | 'watchLogs' | 'watchPendingTransactions'> & {
  /** Returns whether a socket pushes every new head and none is overdue. */
  isPushing(): boolean
  /** Returns the newest head. Undefined while no head is watched. */
  tip(): Head | undefined
}

/**
 * Creates the subscriptions of a pool. All listeners share one socket per endpoint, with one subscription of each
 * kind. The subscriptions end with the last listener, or when the dispatcher closes.
 */
export function createStreams({ chain, dispatcher, send }: StreamsOptions): Streams {
  const sockets = dispatcher.healths.flatMap((health) => {
    const { wsUrl } = health.endpoint
    return wsUrl === null ? [] : [new EndpointSocket(health, wsUrl, chain.chainId)]
  })
  const heads = createHeadStream({ chain, dispatcher, send, sockets })
  const logs = createLogStream({
    heads,
    providers: dispatcher.healths.map(({ endpoint }) => endpoint.name),
    send,
    onLost: ({ number }) => dispatcher.emit('gap', { stream: 'logs', from: number, to: number }),
  })
  const callOne = createCallOne(dispatcher)
  const pending = new PendingStream({ poll: createPendingPoll(dispatcher, callOne), send, callOne, sockets })
  const { signal } = dispatcher
  signal.addEventListener('abort', () => {
    pending.close()
    logs.close()
    heads.close()
  })
  return {
    isPushing: heads.isPushing,
    tip: heads.tip,
    watchHeads(onHead, { emitOnBegin = true, emitLast = false } = {}) {
      signal.throwIfAborted()
      const watch = () => heads.watch(onHead, { emitLast })
      return emitOnBegin ? watch() : heads.afterBegin(watch)
    },
    watchLogs(filter, onLog, { emitOnBegin = true, onBlock } = {}) {
      signal.throwIfAborted()
      toNormalFilter(filter)
      const watch = () => logs.watch(filter, onLog, onBlock)
      return emitOnBegin ? watch() : heads.afterBegin(watch)
    },
    watchPendingTransactions(onTransaction, options) {
      signal.throwIfAborted()
      return pending.watch(onTransaction, options)
    },
  }
}
