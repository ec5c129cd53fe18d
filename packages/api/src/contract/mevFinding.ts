import * as t from 'typebox'
import { age, Details, mevTypes } from './mempool.ts'
import { named, orAbsent, record, wireOnly } from './record.ts'
import { Bigint, Int, toAmount, toHex, toList, toTimestamp, toWad } from './wire.ts'

const Hop = record(
  { pool: toHex(), tokenIn: toHex(), tokenOut: toHex() },
  { description: '`pool` is the address of a pool, or its id on Uniswap V4 and Balancer' },
)

const PlannedSwap = record({
  position: t.Enum(['before', 'after', 'alone'], {
    description: 'Position in the block: directly before or after `transactions`, or `alone` without a transaction',
  }),
  hops: t.Array(Hop),
  /** Smallest units of the first token. */
  amountIn: toAmount({ description: 'Smallest units of the first token' }),
  /** Smallest units of the last token. */
  amountOut: toAmount({ description: 'Smallest units of the last token' }),
})

export const MevType = t.Enum([...mevTypes])

/** A current finding of the MEV detector, or `data` of a `found` or `changed` message. */
export const MevFinding = record({
  id: t.String({ description: 'Stable while the opportunity lasts' }),
  type: MevType,
  /** Wei, after gas and the bid to the builder. The wire sends ETH, rounded to 15 digits. */
  estimatedProfit: named('estimated_profit_eth', toWad({ description: 'ETH, after gas and the bid to the builder' })),
  /** Probability (0 to 1) of at least 90 % of the estimated profit at the given position. */
  confidence: t.Number({
    minimum: 0,
    maximum: 1,
    description: 'Probability of at least 90 % of the estimated profit at the given position',
  }),
  /** `computed` with pool math, or `simulated`: a node executed all of it, after the transactions that it follows. */
  basis: t.Enum(['computed', 'simulated'], {
    description:
      '`computed` with pool math, or `simulated`: a node executed all of it, after the transactions it follows',
  }),
  blockNumber: Bigint,
  /** Hashes of the pending transactions that it depends on, in the expected order. Empty if it depends on the state only. */
  transactions: t.Array(toHex(), {
    description:
      'Hashes of the pending transactions that it depends on, in the expected order. Empty if it depends on the current state only',
  }),
  /** Swaps that take the opportunity. Empty if it does not consist of swaps. */
  swaps: t.Array(PlannedSwap, {
    description: 'Swaps that take the opportunity. Empty if it does not consist of swaps',
  }),
  /** Borrower of a liquidation, otherwise null. */
  borrower: orAbsent(toHex({ description: 'Only for a liquidation' })),
  /** Details of the type, such as `slippageTolerance` of a sandwich in percent. */
  details: Details,
  firstSeenMs: named('first_seen', toTimestamp('Time at which the node found it')),
})

export type MevFinding = t.Static<typeof MevFinding>

/** Current findings of a chain. */
export const Findings = record({
  chain: t.String(),
  /** Block of the pools on which the detector works. Null before its first block. */
  blockNumber: t.Union([Bigint, t.Null()], {
    description: 'Block of the pools on which the detector works; null before its first block',
  }),
  count: wireOnly(Int),
  /** Number of findings that match, also beyond `limit`. */
  total: t.Integer({ minimum: 0, description: 'Number of findings that match, also beyond `limit`' }),
  findings: t.Array(MevFinding),
  ...age,
})

/** Conditions on findings that REST and the stream share. */
export const findingConditions = {
  /** Minimum profit, in wei. The wire sends it in ETH. */
  minProfit: named(
    'min_profit_eth',
    t.Optional(toWad({ minimum: 0, maximum: 1e12, description: 'Minimum estimated profit, ETH' })),
  ),
  minConfidence: t.Optional(t.Number({ minimum: 0, maximum: 1, description: 'Minimum confidence, 0 to 1' })),
  /** `pending`: the finding depends on a pending transaction. `state`: on the current state only. */
  dependsOn: t.Optional(
    t.Enum(['pending', 'state'], {
      description: '`pending`: findings with a pending transaction. `state`: findings on the current state only',
    }),
  ),
} as const

const maxValues = 1_000
const [address, poolId] = [/0x[\da-fA-F]{40}/, /0x(?:[\da-fA-F]{40}|[\da-fA-F]{64})/]
const meanings = {
  types: 'Types of findings',
  tokens: 'Tokens that are swapped, repaid or received',
  pools: 'Pools of the swaps, by address or id',
  addresses: 'Sender or recipient of a pending transaction of the finding, or the borrower of a liquidation',
}
const several = (meaning: string) => `${meaning}; up to 100, separated by commas`

/** Conditions of the query for findings. All given conditions must match. */
export const findingQuery = {
  type: t.Optional(MevType),
  /** Types of findings. */
  types: t.Optional(toList<(typeof mevTypes)[number]>(new RegExp(mevTypes.join('|')), several(meanings.types))),
  ...findingConditions,
  /** Tokens that are swapped, repaid or received. */
  tokens: t.Optional(toList<`0x${string}`>(address, several(meanings.tokens))),
  /** Pools of the swaps. */
  pools: t.Optional(toList<`0x${string}`>(poolId, several(meanings.pools))),
  /** Sender or recipient of a pending transaction, or the borrower of a liquidation. */
  addresses: t.Optional(toList<`0x${string}`>(address, several(meanings.addresses))),
} as const

const Address = toHex({ pattern: `^${address.source}$` })
const ListOf = <schema extends t.TSchema>(item: schema, description: string) =>
  t.Optional(t.Array(item, { maxItems: maxValues, description }))

/** `filter` of a subscription to findings. All given conditions must match. An empty list is no condition. */
export const MevStreamFilter = record(
  {
    types: ListOf(MevType, meanings.types),
    ...findingConditions,
    /** Tokens that are swapped, repaid or received. */
    tokens: ListOf(Address, meanings.tokens),
    /** Pools of the swaps. */
    pools: ListOf(toHex({ pattern: `^${poolId.source}$` }), meanings.pools),
    /** Sender or recipient of a pending transaction, or the borrower of a liquidation. */
    addresses: ListOf(Address, meanings.addresses),
  },
  { additionalProperties: false },
)

export type MevStreamFilter = t.Static<typeof MevStreamFilter>

/** Reasons of a `gone` message. */
export const goneReasons = [
  'unprofitable',
  'unconfirmed',
  'evicted',
  'filtered',
  'mined',
  'failed',
  'included',
  'replaced',
  'cancelled',
  'dropped',
] as const

const weth = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'
const dai = '0x6b175474e89094c44da98b954eedeac495271d0f'

export const exampleFinding: MevFinding = {
  id: `sandwich:0x${'5c'.repeat(32)}`,
  type: 'sandwich',
  estimated_profit_eth: 0.042,
  confidence: 0.83,
  basis: 'computed',
  block_number: 25_861_000,
  transactions: [`0x${'5c'.repeat(32)}`],
  swaps: [
    {
      position: 'before',
      hops: [{ pool: '0xa478c2975ab1ea89e8196811f51a7b7ade33eb11', token_in: weth, token_out: dai }],
      amount_in: '12000000000000000000',
      amount_out: '37000000000000000000000',
    },
    {
      position: 'after',
      hops: [{ pool: '0xa478c2975ab1ea89e8196811f51a7b7ade33eb11', token_in: dai, token_out: weth }],
      amount_in: '37000000000000000000000',
      amount_out: '12043000000000000000',
    },
  ],
  details: { victim_value_eth: 50, slippage_tolerance: 1.2 },
  first_seen: '2026-11-21T12:00:00.000Z',
}
