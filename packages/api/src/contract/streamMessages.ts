import * as t from 'typebox'
import { chainNames } from './chains.ts'
import { LiquidationStreamFilter } from './defiStream.ts'
import { errorCodes } from './errors.ts'
import { StreamedOpportunity } from './lendingShapes.ts'
import { PendingTransaction } from './mempool.ts'
import { MempoolStreamFilter } from './mempoolStream.ts'
import { goneReasons, MevFinding, MevStreamFilter } from './mevFinding.ts'
import type { ServedStream } from './streams.ts'
import { Int, orNull, Timestamp } from './wire.ts'

const block = {
  hash: t.String(),
  parent_hash: t.Union([t.String(), t.Null()], {
    description: 'Hash of the parent; null for the first block, or if the chain reports none',
  }),
  timestamp: Timestamp,
  removed: t.Boolean({ description: 'True if a reorg removed this block from the chain' }),
}

/** `data` of an event of `newHeads`. */
const StreamedHead = t.Object({ number: Int, ...block })

/** `data` of an event of `slots`, the blocks of Solana. */
const StreamedSlot = t.Object({ slot: Int, ...block, timestamp: orNull(Timestamp) })

/** `data` of an event of `logs`. */
const StreamedLog = t.Object({
  address: t.String(),
  topics: t.Array(t.String(), { maxItems: 4 }),
  data: t.String(),
  block_number: Int,
  transaction_hash: t.String(),
  log_index: Int,
  removed: t.Boolean({ description: 'True if a reorg removed the block of this log from the chain' }),
})

/** `data` of the events of a chain, by channel. */
export type StreamedData = {
  readonly newHeads: t.Static<typeof StreamedHead>
  readonly slots: t.Static<typeof StreamedSlot>
  readonly logs: t.Static<typeof StreamedLog>
}

/** Maximum number of addresses in one subscription to logs. */
export const maxLogAddresses = 1_000

const Address = t.String({ pattern: '^0x[\\da-fA-F]{40}$' })
const Topic = t.String({ pattern: '^0x[\\da-fA-F]{64}$' })

/** `params` of a subscription to logs, as in `eth_getLogs`. */
const LogParams = t.Object(
  {
    address: t.Optional(t.Union([Address, t.Array(Address, { maxItems: maxLogAddresses })])),
    topics: t.Optional(
      t.Array(t.Union([Topic, t.Array(Topic), t.Null()]), {
        maxItems: 4,
        description: 'One entry per position: a topic, a list of alternatives, or null for any topic',
      }),
    ),
  },
  { additionalProperties: false },
)

const SubscriptionId = t.String({ pattern: '^sub_\\d+$', description: 'Valid on this connection only' })
const Cursor = t.String({
  description: 'Position of an event. A subscription with this cursor resumes after the event',
})
const ChainField = t.Enum([...chainNames])

/** A message of a stream: its schema and a summary. */
export type StreamMessage = { readonly summary: string; readonly schema: t.TSchema }

type Messages = { readonly [name: string]: StreamMessage }

const subscribed = <fields extends t.TProperties>(fields: fields): StreamMessage => ({
  summary: 'Confirms a subscription',
  schema: t.Object({ type: t.Literal('subscribed'), subscription_id: SubscriptionId, ...fields }),
})
const connected = (fields: t.TProperties): StreamMessage => ({
  summary: 'First message of a connection',
  schema: t.Object({ type: t.Literal('connected'), chain: ChainField, ...fields }),
})
const event = (type: string, summary: string, data: t.TSchema): StreamMessage => ({
  summary,
  schema: t.Object({ type: t.Literal(type), subscription_id: SubscriptionId, data }),
})
const channelEvent = (channel: string, summary: string, data: t.TSchema): StreamMessage => ({
  summary,
  schema: t.Object({ channel: t.Literal(channel), cursor: Cursor, subscription_id: SubscriptionId, data }),
})

const resumed = t.Optional(
  t.Boolean({
    description:
      'Only with a cursor: true if every event after the cursor follows. If false, read the current state again',
  }),
)
/**
 * Only the last of the current findings has a cursor, so a client that has not received all of them must start again.
 */
const finding = (type: string, summary: string): StreamMessage => ({
  summary,
  schema: t.Object({
    type: t.Literal(type),
    subscription_id: SubscriptionId,
    cursor: t.Optional(Cursor),
    data: MevFinding,
  }),
})

/** Fields of a subscribe message besides its action, stream and chain. */
const subscriptions: { readonly [stream in ServedStream]: t.TProperties } = {
  chain: {
    channel: t.Enum(['newHeads', 'logs', 'slots'], {
      description: 'Channel of the chain. `channels` of the first message lists them',
    }),
    params: t.Optional(LogParams),
    cursor: t.Optional(Cursor),
  },
  mempool: { filter: t.Optional(MempoolStreamFilter) },
  liquidations: { filter: t.Optional(LiquidationStreamFilter) },
  mev: { filter: t.Optional(MevStreamFilter), cursor: t.Optional(Cursor) },
}

const greetings: { readonly [stream in ServedStream]: StreamMessage } = {
  chain: connected({ channels: t.Array(t.String()) }),
  mempool: connected({ pending_count: Int }),
  liquidations: connected({ protocols: t.Array(t.String()) }),
  mev: connected({ count: t.Integer({ minimum: 0, description: 'Number of current findings' }) }),
}

/** Messages of a stream after a subscribe message. The first confirms the subscription. */
const sent: { readonly [stream in ServedStream]: Messages } = {
  chain: {
    chainSubscribed: subscribed({
      channel: t.String(),
      subscribed: t.Literal(true),
      resumed,
    }),
    head: channelEvent('newHeads', 'A block. Each block is sent once and in order', StreamedHead),
    slot: channelEvent('slots', 'A block of Solana', StreamedSlot),
    log: channelEvent('logs', 'A log that matches', StreamedLog),
  },
  mempool: {
    mempoolSubscribed: subscribed({ filter: MempoolStreamFilter }),
    transaction: event('transaction', 'A pending transaction that matches', PendingTransaction),
  },
  liquidations: {
    liquidationsSubscribed: subscribed({ filter: LiquidationStreamFilter }),
    opportunity: event(
      'opportunity',
      'A profitable liquidation. It is sent again when its profit changes',
      StreamedOpportunity,
    ),
  },
  mev: {
    mevSubscribed: subscribed({
      filter: MevStreamFilter,
      count: t.Integer({ minimum: 0, description: 'Number of current findings that follow; 0 if it resumes' }),
      cursor: t.Optional(
        t.String({ description: 'Only if no current finding follows and it does not resume: resumes from here' }),
      ),
      resumed,
    }),
    found: finding('found', 'A finding that matches. After a subscription, the current ones come first'),
    changed: finding('changed', 'The estimated profit of a finding has changed by at least 1 %'),
    gone: {
      summary: 'A finding has expired, or no longer matches the filter',
      schema: t.Object({
        type: t.Literal('gone'),
        subscription_id: SubscriptionId,
        cursor: Cursor,
        id: t.String(),
        reason: t.Enum([...goneReasons], {
          description:
            '`unprofitable` on the latest state, `unconfirmed` because no provider could simulate it again, `evicted` because there are too many, `filtered` because it no longer matches; otherwise what became of its transaction',
        }),
      }),
    },
  },
}

const unsubscribe: StreamMessage = {
  summary: 'End a subscription',
  schema: t.Object({ action: t.Literal('unsubscribe'), subscription_id: SubscriptionId }),
}

/** Messages of all streams. */
const shared: Messages = {
  unsubscribed: {
    summary: 'Confirms the end of a subscription',
    schema: t.Object({ type: t.Literal('unsubscribed'), subscription_id: SubscriptionId }),
  },
  error: {
    summary: 'A message was rejected. The connection stays open',
    schema: t.Object({ type: t.Literal('error'), error: t.Enum(Object.keys(errorCodes)), message: t.String() }),
  },
  lagged: {
    summary: 'The client reads too slowly. `dropped` is the number of dropped events, oldest first',
    schema: t.Object({ type: t.Literal('lagged'), dropped: t.Integer({ minimum: 1 }) }),
  },
}

/** The messages of one path by name: those of the client and those of the node. */
export type StreamMessages = { readonly client: Messages; readonly server: Messages }

const names = ['chain', 'mempool', 'liquidations', 'mev'] as const satisfies readonly ServedStream[]

function toOwnPath(name: ServedStream): StreamMessages {
  const subscribe: StreamMessage = {
    summary: 'Subscribe. `stream` and `chain` are optional and default to those of the path',
    schema: t.Object({
      action: t.Literal('subscribe'),
      stream: t.Optional(t.Literal(name)),
      chain: t.Optional(t.String()),
      ...subscriptions[name],
    }),
  }
  return {
    client: { [`${name}Subscribe`]: subscribe, unsubscribe },
    server: { [`${name}Connected`]: greetings[name], ...sent[name], ...shared },
  }
}

function toSharedPath(): StreamMessages {
  const subscribe = (name: ServedStream): [string, StreamMessage] => [
    `${name}SubscribeByName`,
    {
      summary: `Subscribe to the stream ${name} of a chain`,
      schema: t.Object({
        action: t.Literal('subscribe'),
        stream: t.Literal(name),
        chain: t.String(),
        ...subscriptions[name],
      }),
    },
  ]
  const tokenConnected: StreamMessage = {
    summary: 'First message of a connection',
    schema: t.Object({ type: t.Literal('connected'), key_id: t.String(), expires_at: Timestamp }),
  }
  return {
    client: { ...Object.fromEntries(names.map(subscribe)), unsubscribe },
    server: { tokenConnected, ...sent.chain, ...sent.mempool, ...sent.liquidations, ...sent.mev, ...shared },
  }
}

/** All messages of the streams by path. */
export const streamMessages: { readonly [stream in ServedStream | 'connect']: StreamMessages } = {
  chain: toOwnPath('chain'),
  mempool: toOwnPath('mempool'),
  liquidations: toOwnPath('liquidations'),
  mev: toOwnPath('mev'),
  connect: toSharedPath(),
}
