import * as t from 'typebox'
import { defineEndpoint } from './endpoint.ts'
import { exampleTransaction, mempoolParams, PendingTransaction, TxType, toZeros } from './mempool.ts'
import { named, orAbsent, record } from './record.ts'
import { Int, orNull, toBigint, toHex, toName, toTimestamp, toWad } from './wire.ts'

const area = { area: 'mempool', scopes: ['read:blockchain'], cost: 5, errors: 'nested' } as const

/** Kinds of transitions. The server does not compile if the library has others. */
const transitionKinds = [
  'pending',
  'mined',
  'failed',
  'included',
  'replaced',
  'cancelled',
  'dropped',
  'reorged',
] as const

const transition = {
  timestampMs: named('timestamp', toTimestamp('Time at which the node saw it')),
  kind: t.Enum([...transitionKinds], {
    description:
      'mined: in a block, and succeeded. failed: in a block, and reverted. included: in a block, with unknown success. replaced, cancelled: another transaction with its nonce took its place. dropped: no longer pending. reorged: its block left the chain, so it is pending again',
  }),
  by: orAbsent(toHex({ description: 'Only for replaced and cancelled: hash of the other transaction' })),
  reason: orAbsent(
    toName(['gone', 'evicted', 'nonceUsed'], {
      description:
        'Only for dropped. gone: no provider knows it. evicted: the node has too many. nonce_used: its nonce was used',
    }),
  ),
  blockNumber: orAbsent(toBigint({ minimum: 0, description: 'Only for mined, failed, included and reorged' })),
}

const actionKinds = [
  ...(['swap', 'payment', 'transfer', 'fee', 'nft', 'lending', 'liquidation', 'flashloan', 'bridge'] as const),
  ...(['approval', 'wrap', 'unwrap', 'liquidity', 'oracleUpdate', 'other'] as const),
] as const

const Fields = t.Record(t.String(), t.Unknown(), {
  description:
    'Fields of this kind of action, such as token_in and amount_in. Amounts are decimal strings in smallest units',
})
const Action = record({
  kind: toName(actionKinds),
  protocol: t.String({ description: 'Protocol of the function' }),
  function: t.String({ description: 'Name of the function or command' }),
  target: orNull(toHex({ description: 'Called contract, or the library whose code a delegatecall runs' })),
  depth: t.Integer({ minimum: 0, description: "Number of wrappers around the call; 0 is the transaction's own call" }),
  fields: Fields,
})

const undecodedReasons = [
  ...(['unknownTarget', 'unknownFunction', 'unknownCommand', 'malformed', 'opaque', 'delegatecall'] as const),
  ...(['storedCall', 'paymaster', 'authorization', 'control', 'tooDeep', 'tooMany'] as const),
] as const

const Undecoded = record({
  reason: toName(undecodedReasons),
  start: t.Integer({ minimum: 0, description: 'First byte of the part in the calldata' }),
  end: t.Integer({ minimum: 0, description: 'First byte after the part' }),
  target: orNull(toHex()),
  what: orNull(t.String({ description: 'Selector, command or step that is not decoded' })),
})

const TransactionDetail = record({
  chain: t.String(),
  transaction: PendingTransaction,
  rule: t.String({ description: 'Rule that determined the type, such as `swap: uniswap_v2.swapExactETHForTokens`' }),
  provider: t.String({ description: 'Name of the provider that reported it first' }),
  movedValue: named(
    'moved_value_eth',
    toWad({ description: 'Native currency that it sends or that its actions spend, whichever is larger, in ETH' }),
  ),
  isMovedValueComplete: named(
    'moved_value_complete',
    t.Boolean({ description: 'False if it also moves something of unknown value' }),
  ),
  actions: t.Array(Action, { description: 'Decoded actions in the order of the calldata' }),
  undecoded: t.Array(Undecoded, { description: 'Parts of the calldata that are not decoded' }),
  unknownDelegates: t.Array(toHex(), {
    description: 'Unknown contracts that get power over an account of the transaction. They may move all of its tokens',
  }),
  tokens: t.Record(t.String(), record({ symbol: t.String(), decimals: orNull(Int) }), {
    description: 'Known tokens of the actions, by address',
  }),
  nonceState: t.Union([t.Enum(['executable', 'queued']), t.Null()], {
    description: 'queued: an earlier nonce of the sender is missing; null if it is not pending',
  }),
  steps: t.Array(record(transition), {
    description: 'Transitions that the node still knows, oldest first. They are recorded from the first request on',
  }),
})

const example = {
  hash: exampleTransaction.hash,
  timestamp: '2026-11-21T12:00:11.000Z',
  kind: 'mined' as const,
  block_number: 23_850_001,
}

export const lifecycleEndpoints = {
  mempoolLifecycle: defineEndpoint({
    ...area,
    method: 'GET',
    path: '/v1/mempool/{chain}/lifecycle',
    summary: 'What became of pending transactions: counts, and the last 50 of each outcome',
    params: mempoolParams,
    response: record({
      chain: t.String(),
      sinceMs: named(
        'since',
        orNull(
          toTimestamp(
            'Time of the first counted transition; null if there is none. Counting starts with the first request',
          ),
        ),
      ),
      counts: t.Record(t.String(), Int, { description: 'Number of transitions by kind' }),
      latest: t.Array(record({ hash: toHex(), type: named('tx_type', TxType), ...transition }), {
        description: 'The last 50 of each kind, latest first, without transitions to pending',
      }),
    }),
    example: {
      chain: 'ethereum',
      since: '2026-11-21T12:00:00.000Z',
      counts: { ...toZeros(transitionKinds), pending: 212, mined: 180 },
      latest: [{ ...example, tx_type: 'swap' }],
    },
  }),
  mempoolTransaction: defineEndpoint({
    ...area,
    method: 'GET',
    path: '/v1/mempool/{chain}/transactions/{hash}',
    summary: 'Decoded actions and transitions of a transaction that is pending or ended recently',
    params: t.Object({
      ...mempoolParams.properties,
      hash: t.String({ pattern: '^0x[\\da-fA-F]{64}$', description: 'Hash of the transaction' }),
    }),
    response: TransactionDetail,
    example: {
      chain: 'ethereum',
      transaction: exampleTransaction,
      rule: 'swap: uniswap_v2.swapExactETHForTokens',
      provider: 'primary',
      moved_value_eth: 1.5,
      moved_value_complete: true,
      actions: [
        {
          kind: 'swap',
          protocol: 'uniswap_v2',
          function: 'swapExactETHForTokens',
          target: '0x7a250d5630b4cf539739df2c5dacb4c659f2488d',
          depth: 0,
          fields: { exact: 'in', amount_in: '1500000000000000000', amount_out: '4650000000' },
        },
      ],
      undecoded: [],
      unknown_delegates: [],
      tokens: { '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48': { symbol: 'USDC', decimals: 6 } },
      nonce_state: null,
      steps: [
        { timestamp: exampleTransaction.timestamp, kind: 'pending' },
        { timestamp: example.timestamp, kind: 'mined', block_number: example.block_number },
      ],
    },
  }),
}
