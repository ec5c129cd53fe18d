import * as t from 'typebox'
import { defineEndpoint } from './endpoint.ts'
import { toEnvelope } from './envelope.ts'
import { named, record } from './record.ts'
import { AnyAddress, CallData, chainParams, Wei } from './sharedParameters.ts'
import { orNull, toAmount, toBigint, toHex, toName, toWad } from './wire.ts'

/** Reasons why a part of a transaction has no exposure. The server does not compile if the library has others. */
const gapReasons = [
  ...(['noSwap', 'unknownPool', 'ambiguousPool', 'unknownTokens', 'hookedPool', 'amountOnChain'] as const),
  ...(['insufficientOutput', 'poolReverts', 'stateUnknown', 'taxedToken', 'unsellable', 'refused'] as const),
  ...(['longPath', 'repeatedPool', 'manySwaps', 'opaque', 'unknownLimit', 'sharedLimit'] as const),
] as const

const maxBytes = 131_072
/** Maximum length of hexadecimal text: nodes drop transactions of more than 128 KiB. */
const maxLength = 2 + 2 * maxBytes

const Body = record(
  {
    /** Signed bytes, as for `eth_sendRawTransaction`. */
    rawTransaction: t.Optional(
      toHex({
        pattern: '^0x(?:[\\da-fA-F]{2})+$',
        maxLength,
        description: 'Signed bytes, as for eth_sendRawTransaction. At most 128 KiB',
      }),
    ),
    /** Hash of a pending transaction. */
    hash: t.Optional(toHex({ pattern: '^0x[\\da-fA-F]{64}$', description: 'Hash of a pending transaction' })),
    /** Sender of an unsigned call. */
    from: t.Optional(toHex({ ...AnyAddress, description: 'Sender of an unsigned call' })),
    to: t.Optional(toHex({ ...AnyAddress, description: 'Contract that the call goes to' })),
    data: t.Optional(toHex({ ...CallData, maxLength, description: 'Calldata, hexadecimal. At most 128 KiB' })),
    /** Wei. @default 0n */
    value: t.Optional(toAmount({ ...Wei, description: 'wei. Default: 0' })),
  },
  { description: 'Exactly one of raw_transaction, hash, or from, to, data and value. Nothing is sent or stored' },
)

const ofVariable = 'Smallest units of the token that is not fixed: token_out for exact "in", token_in for exact "out"'
const SwapExposure = record({
  /** DEX ids of the pools, separated by commas. */
  dex: t.String({ description: 'DEX protocols of the pools, separated by commas' }),
  /** Pool ids in the order of the path. */
  pools: t.Array(t.String(), { description: 'Pools in the order of the path: addresses, or ids of Uniswap V4 pools' }),
  tokenIn: toHex({ description: 'For the native currency the wrapped token' }),
  tokenOut: toHex(),
  /** Fixed amount. The limits and the loss refer to the other amount. */
  exact: t.Enum(['in', 'out'], { description: 'Fixed amount. The limits and the loss refer to the other amount' }),
  /** Input on the current pools, smallest units. */
  amountIn: toAmount({ description: 'Input on the current pools, smallest units of token_in' }),
  /** Output on the current pools, smallest units. */
  amountOut: toAmount({ description: 'Output on the current pools, smallest units of token_out' }),
  /** The amount that is not fixed. As limit it permits no loss, but any price change reverts the swap. */
  quotedAmount: toAmount({
    description:
      'amount_out for exact "in", amount_in for exact "out". As limit it permits no loss, but any price change reverts the swap',
  }),
  /** The swap's own minimum output, or maximum input for an exact output. Smallest units. */
  limit: toAmount({ description: `Minimum output or maximum input that the swap enforces. ${ofVariable}` }),
  /** Loss to the most profitable sandwich, smallest units. 0 if none is profitable after gas. */
  lost: toAmount({
    description: `Loss to the most profitable sandwich. 0 if none is profitable after gas. ${ofVariable}`,
  }),
  /** `lost` in US dollars. Null without a price. */
  lostUsd: orNull(t.Number({ description: '`lost` in US dollars, by the prices of the node; null without a price' })),
  /** `lost` in wei, by the pools. Null without a price. */
  lostWei: named('lost_eth', orNull(toWad({ description: '`lost` in ETH, by the pools; null without a price' }))),
  /** Maximum loss that `limit` permits, whether or not an attack is profitable. Smallest units. */
  maxLost: toAmount({ description: `Maximum loss that \`limit\` permits, profitable or not. ${ofVariable}` }),
  /** Profit of the attacker after gas, wei. */
  attackerProfit: named('attacker_profit_eth', toWad({ description: 'Profit of the attacker after gas, ETH' })),
  /** Loosest limit within 1 % of `quotedAmount` at which no sandwich is profitable on the current pools. Smallest units. */
  safeLimit: toAmount({
    description: `Loosest limit within 1 % of quoted_amount at which no sandwich is profitable on the current pools, to use instead of \`limit\`. ${ofVariable}`,
  }),
})

const ofToken = 'Smallest units of `token`'
const TotalExposure = record(
  {
    /** Token that is not fixed: received for an exact input, paid for an exact output. */
    token: toHex({ description: 'Token that is not fixed: received for exact "in", paid for exact "out"' }),
    exact: t.Enum(['in', 'out'], { description: 'Fixed amount of every swap' }),
    /** Sum of the swaps' quoted amounts. Smallest units. */
    quotedAmount: toAmount({ description: `Sum of the quoted amounts of all swaps. ${ofToken}` }),
    /** Minimum output, or maximum input, of all swaps together. Smallest units. */
    limit: toAmount({ description: `Minimum output or maximum input of all swaps together. ${ofToken}` }),
    /** Largest loss to profitable sandwiches, smallest units. 0 if none is profitable after gas. */
    lost: toAmount({
      description: `Largest loss to profitable sandwiches. 0 if none is profitable after gas. ${ofToken}`,
    }),
    /** `lost` in US dollars. Null without a price. */
    lostUsd: orNull(t.Number({ description: '`lost` in US dollars, by the prices of the node; null without a price' })),
    /** `lost` in wei, by the pools. Null without a price. */
    lostWei: named('lost_eth', orNull(toWad({ description: '`lost` in ETH, by the pools; null without a price' }))),
    /** Maximum loss that `limit` permits, whether or not an attack is profitable. Smallest units. */
    maxLost: toAmount({ description: `Maximum loss that \`limit\` permits, profitable or not. ${ofToken}` }),
    /** Limit of all swaps together at which no sandwich of one of them is profitable. Smallest units. */
    safeLimit: toAmount({
      description: `Limit of all swaps together at which no sandwich of one of them is profitable on the current pools. ${ofToken}`,
    }),
  },
  {
    description:
      'All swaps together if they share one limit, such as the minimum output of a split route. Only one of their `max_lost` can be lost then. Null if each swap has its own limit, or with `shared_limit` in `gaps`',
  },
)

const ProtectedRelay = record({
  name: t.String(),
  /** Public address. Null if there is none. */
  url: orNull(t.String({ description: 'Public address; null if there is none' })),
  /** JSON-RPC method for private transactions. */
  method: t.String({ description: 'JSON-RPC method for private transactions' }),
  /** `signature`: an `x-flashbots-signature` header from any key. `account`: an account at the relay. */
  requires: orNull(
    t.Enum(['signature', 'account'], {
      description:
        'signature: an x-flashbots-signature header from any key. account: an account at the relay. null: nothing',
    }),
  ),
  /** True if this node sends to it. */
  configured: t.Boolean({ description: 'True if POST /v1/mev/{chain}/private of this node sends to it' }),
})

/** `data` of the endpoint. */
export const TransactionExposure = record({
  /** Hash of the transaction. Null for an unsigned call. */
  hash: orNull(toHex({ description: 'Hash of the transaction; null for an unsigned call' })),
  /** Block whose pools were used. */
  blockNumber: toBigint({ minimum: 0, description: 'Block whose pools were used' }),
  /** Swaps in the order of the transaction. Empty if the transaction reverts, or if a limit cannot be computed. */
  swaps: t.Array(SwapExposure, {
    description: 'In the order of the transaction. Empty if it reverts, or if a limit cannot be computed',
  }),
  /** All swaps together if they share one limit. Null if each swap has its own limit, or with `sharedLimit` in `gaps`. */
  total: orNull(TotalExposure),
  /** Loss of the transaction in US dollars. Null if a price or the exposure of a part is unknown. */
  totalLostUsd: orNull(
    t.Number({
      description:
        'lost_usd of `total`, otherwise the sum of lost_usd; null if a price is unknown or `gaps` has a part of unknown exposure',
    }),
  ),
  /** True if the transaction would revert on the current pools. */
  reverts: t.Boolean({ description: 'True if the transaction would revert on the current pools' }),
  /** Parts that were not computed, and parts that fail without reverting the rest. */
  gaps: t.Array(
    record({
      reason: toName(gapReasons),
      what: t.String({ description: 'Function of a protocol, or type of the transaction' }),
      message: t.String(),
    }),
    { description: 'Parts that were not computed, and parts that fail without reverting the rest' },
  ),
  /** Relays of the chain that accept private transactions. Configured ones come first, those with an account last. */
  protectedRelays: t.Array(ProtectedRelay, {
    description:
      'Relays of the chain that accept private transactions: first the configured ones, last those that require an account. Empty if none is known',
  }),
})

const weth = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'
const usdc = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'

export const exposureEndpoints = {
  mevExposure: defineEndpoint({
    area: 'mev',
    scopes: ['read:blockchain'],
    errors: 'envelope',
    cost: 30,
    // 128 KiB in hexadecimal, and the other fields.
    bodyBytes: 270_336,
    method: 'POST',
    path: '/v1/mev/{chain}/exposure',
    params: chainParams,
    body: Body,
    summary: 'Loss of a transaction to a sandwich, limits that prevent it, and relays that keep it private',
    response: toEnvelope(TransactionExposure),
    example: {
      success: true,
      data: {
        hash: `0x${'5c'.repeat(32)}`,
        block_number: 21_000_000,
        swaps: [
          {
            dex: 'uniswap_v2',
            pools: ['0xb4e16d0168e52d35cacd2c6185b44281ec28c9dc'],
            token_in: weth,
            token_out: usdc,
            exact: 'in',
            amount_in: '10000000000000000000',
            amount_out: '29910000000',
            quoted_amount: '29910000000',
            limit: '29012700000',
            lost: '897299998',
            lost_usd: 897.3,
            lost_eth: 0.299,
            max_lost: '897300000',
            attacker_profit_eth: 0.281,
            safe_limit: '29873000000',
          },
        ],
        total: null,
        total_lost_usd: 897.3,
        reverts: false,
        gaps: [],
        protected_relays: [
          {
            name: 'titan',
            url: 'https://rpc.titanbuilder.xyz',
            method: 'eth_sendPrivateTransaction',
            requires: null,
            configured: false,
          },
        ],
      },
      metadata: { chain: 'ethereum', cached: false, cache_ttl: 0, response_time_ms: 140 },
    },
  }),
}
