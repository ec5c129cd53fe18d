import * as t from 'typebox'
import { maxLogAddresses, type StreamMessages, streamMessages } from './streamMessages.ts'

const version = { jsonrpc: t.Literal('2.0') }
const Id = t.Union([t.String(), t.Number(), t.Null()], {
  description: 'Id chosen by the client. Requests without an id get no response',
})
const SubscriptionId = t.String({ pattern: '^0x[\\da-f]{32}$', description: 'Valid on this connection only' })
const Word = (bytes: number) => t.String({ pattern: `^0x[\\da-fA-F]{${2 * bytes}}$` })
const orSeveral = (bytes: number) => t.Union([Word(bytes), t.Array(Word(bytes), { maxItems: maxLogAddresses })])

const LogFilter = t.Object({
  address: t.Optional(t.Union([orSeveral(20), t.Null()])),
  topics: t.Optional(
    t.Union([t.Array(t.Union([orSeveral(32), t.Null()]), { maxItems: 4 }), t.Null()], {
      description: 'One entry per position: a topic, a list of alternatives, or null for any topic',
    }),
  ),
})

/** Declares an object that the node passes through from its provider, with the fields of the chain in JSON-RPC form. */
const ofChain = (description: string, required: readonly string[]) =>
  t.Unsafe<object>({ type: 'object', description, required: [...required] })

const results = {
  rpcHead: ['A new head', ofChain('The header of a block', ['number', 'hash', 'parentHash'])],
  rpcPendingHash: ['A pending transaction', Word(32)],
  rpcPendingTransaction: ['A pending transaction with all fields', ofChain('A transaction', ['hash', 'from', 'nonce'])],
  rpcLog: ['A log that matches. `removed` is true if a reorg removed it', ofChain('A log', ['topics', 'data'])],
  rpcSyncing: [
    'Sync state of the provider: once after the subscription, then after each change',
    t.Union([t.Literal(false), t.Object({ syncing: t.Literal(true), status: t.Unknown() })]),
  ],
} as const satisfies { readonly [name: string]: readonly [string, t.TSchema] }

const toEvent = (result: t.TSchema) =>
  t.Object({
    ...version,
    method: t.Literal('eth_subscription'),
    params: t.Object({ subscription: SubscriptionId, result }),
  })

/** A call of any method except subscriptions. The gateway decides which methods exist. */
const Call = t.Object({
  ...version,
  id: t.Optional(Id),
  method: t.String({ pattern: '^(?!eth_(un)?subscribe$)' }),
  params: t.Optional(t.Union([t.Array(t.Unknown()), ofChain('Parameters by name', [])])),
})
const Subscribe = t.Object({
  ...version,
  id: t.Optional(Id),
  method: t.Literal('eth_subscribe'),
  params: t.Union([
    t.Tuple([t.Enum(['newHeads', 'newPendingTransactions', 'logs', 'syncing'])]),
    t.Tuple([
      t.Literal('newPendingTransactions'),
      t.Boolean({ description: 'True sends full transactions instead of hashes' }),
    ]),
    t.Tuple([t.Literal('logs'), LogFilter]),
  ]),
})
const Unsubscribe = t.Object({
  ...version,
  id: t.Optional(Id),
  method: t.Literal('eth_unsubscribe'),
  params: t.Tuple([SubscriptionId]),
})
const Result = t.Object({ ...version, id: Id, result: t.Unknown() })
const Fault = t.Object({
  ...version,
  id: Id,
  error: t.Object({ code: t.Integer(), message: t.String(), data: t.Optional(t.Unknown()) }),
})

/** JSON-RPC messages on a socket of the gateway: the calls of HTTP and the subscriptions of `eth_subscribe`. */
export const gatewayMessages: { readonly rpc: StreamMessages } = {
  rpc: {
    client: {
      rpcCall: { summary: 'A call, as over HTTP', schema: Call },
      rpcSubscribe: { summary: 'Subscribe. The result is the id of the subscription', schema: Subscribe },
      rpcUnsubscribe: { summary: 'End a subscription. The result is true', schema: Unsubscribe },
      rpcBatch: {
        summary: 'Several requests in one message',
        schema: t.Array(t.Union([Call, Subscribe, Unsubscribe]), { minItems: 1 }),
      },
    },
    server: {
      rpcResult: { summary: 'The result of a call', schema: Result },
      rpcError: { summary: 'A call was rejected or failed. The connection stays open', schema: Fault },
      rpcBatchResult: { summary: 'Results of a batch, in its order', schema: t.Array(t.Union([Result, Fault])) },
      ...Object.fromEntries(
        Object.entries(results).map(([name, [summary, result]]) => [name, { summary, schema: toEvent(result) }]),
      ),
    },
  },
}

/** All messages of the WebSockets by path. `rpc` is on the gateway. */
export const allMessages = { ...streamMessages, ...gatewayMessages }
