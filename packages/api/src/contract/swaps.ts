import * as t from 'typebox'
import { defineEndpoint } from './endpoint.ts'
import { toEnvelope } from './envelope.ts'
import { AnyAddress, Chain, Wei } from './sharedParameters.ts'
import { Int, orNull } from './wire.ts'

const area = { area: 'integrations', scopes: ['read:blockchain'], cost: 10, errors: 'envelope' } as const

const Slippage = t.Optional(
  t.Number({ minimum: 0, maximum: 100, default: 0.5, description: 'Maximum slippage, percent' }),
)
const Token = t.String({
  minLength: 1,
  maxLength: 200,
  description: 'Token address. 0xeeee…eeee is the native currency',
})
const quote = { chain: Chain, from_token: Token, to_token: Token, amount: Wei, slippage: Slippage }
const Amount = t.String({ description: 'Smallest units' })
const amounts = {
  from_amount: Amount,
  to_amount: Amount,
  to_amount_min: orNull(
    t.String({
      description:
        'Minimum output in smallest units, below which the transaction reverts. For a quote of the node, the output minus the slippage. For an aggregator, the minimum in its calldata, or null if that is unreadable',
    }),
  ),
  warnings: t.Array(t.String(), {
    description:
      'Warnings before the transaction is sent, such as a minimum output that is unknown or below the slippage',
  }),
}
const PriceImpact = orNull(
  t.Number({ description: 'Percent by which the output is below the marginal price, without fees; null if unknown' }),
)
const Block = t.Integer({ minimum: 0, description: 'Block for which the quote is exact' })
const TokenShape = t.Object({ address: t.String(), symbol: t.String(), decimals: Int })

const weth = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'
const usdc = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const pool = '0x88e6a0c2ddd26feeb64f039a2c41296fcb3f5640'
const exampleAmounts = {
  from_amount: '1000000000000000000',
  to_amount: '2998412345',
  to_amount_min: '2983420283',
  warnings: [],
}
const metadata = { chain: 'ethereum', cached: false, cache_ttl: 0, response_time_ms: 14 }

export const swapEndpoints = {
  swapQuote: defineEndpoint({
    ...area,
    method: 'GET',
    path: '/v1/integrations/tvlsource/swap/quote',
    query: t.Object(quote),
    summary: 'Swap quote from the state of the pools, exact at its block',
    response: toEnvelope(
      t.Object({
        from_token: t.String(),
        to_token: t.String(),
        ...amounts,
        price_impact: PriceImpact,
        route: t.Array(
          t.Object({
            dex: t.String(),
            pool: t.String(),
            from: t.String(),
            to: t.String(),
            percent: t.Number({ description: 'Percent of the input on this path' }),
          }),
          { description: 'Hops of each path in order, largest path first' },
        ),
        gas_estimate: Int,
        block_number: Block,
      }),
    ),
    example: {
      success: true,
      data: {
        from_token: weth,
        to_token: usdc,
        ...exampleAmounts,
        price_impact: 0.012,
        route: [{ dex: 'uniswap_v3', pool, from: weth, to: usdc, percent: 100 }],
        gas_estimate: 155_000,
        block_number: 21_000_000,
      },
      metadata,
    },
  }),
  aggregatorQuote: defineEndpoint({
    ...area,
    method: 'POST',
    path: '/v1/integrations/dex/aggregator/quote',
    body: t.Object(quote),
    summary: 'Swap quote through pools that a swap transaction can use',
    response: toEnvelope(
      t.Object({
        from_token: TokenShape,
        to_token: TokenShape,
        ...amounts,
        estimated_gas: Int,
        protocols: t.Array(
          t.Object({
            name: t.String(),
            part: t.Integer({ minimum: 0, maximum: 100, description: 'Percent of the input on this path' }),
            from_token_address: t.String(),
            to_token_address: t.String(),
          }),
        ),
        price_impact: PriceImpact,
        block_number: Block,
      }),
    ),
    example: {
      success: true,
      data: {
        from_token: { address: weth, symbol: 'WETH', decimals: 18 },
        to_token: { address: usdc, symbol: 'USDC', decimals: 6 },
        ...exampleAmounts,
        estimated_gas: 155_000,
        protocols: [{ name: 'uniswap_v3', part: 100, from_token_address: weth, to_token_address: usdc }],
        price_impact: 0.012,
        block_number: 21_000_000,
      },
      metadata,
    },
  }),
  aggregatorSwap: defineEndpoint({
    ...area,
    method: 'POST',
    path: '/v1/integrations/dex/aggregator/swap',
    body: t.Object({
      ...quote,
      from_address: AnyAddress,
      disable_estimate: t.Optional(
        t.Boolean({ description: 'True skips the simulation of the transaction', default: false }),
      ),
      permit: t.Optional(
        t.String({
          pattern: '^0x(?:[\\da-fA-F]{2})+$',
          maxLength: 4000,
          description: 'Permit2 permit for the router: abi.encode(PermitSingle, bytes signature)',
        }),
      ),
    }),
    summary: 'Simulated, unsigned swap transaction for its sender to sign',
    response: toEnvelope(
      t.Object({
        tx: t.Object({
          from: t.String(),
          to: t.String(),
          data: t.String(),
          value: t.String({ description: 'wei' }),
          gas: Int,
          gasPrice: t.String({ description: 'wei' }),
        }),
        ...amounts,
        block_number: Block,
      }),
    ),
    example: {
      success: true,
      data: {
        tx: {
          from: '0xd8da6bf26964af9d7eed9e03e53415d37aa96045',
          to: '0x66a9893cc07d91d95644aedd05d03f95e1dba8af',
          data: '0x3593564c',
          value: '0',
          gas: 210_000,
          gasPrice: '12000000000',
        },
        ...exampleAmounts,
        block_number: 21_000_000,
      },
      metadata,
    },
  }),
  aggregatorTokens: defineEndpoint({
    ...area,
    method: 'GET',
    path: '/v1/integrations/dex/aggregator/supported-tokens',
    query: t.Object({ chain: t.Optional(Chain) }),
    summary: 'List the known tokens of a chain. Default: ethereum',
    response: toEnvelope(
      t.Object({
        chain: t.String(),
        tokens: t.Array(
          t.Object({
            address: t.String(),
            symbol: t.String(),
            name: t.String(),
            decimals: Int,
            logo_uri: orNull(t.String({ description: 'URL of the logo; null if unknown' })),
          }),
        ),
      }),
    ),
    example: {
      success: true,
      data: {
        chain: 'ethereum',
        tokens: [
          {
            address: weth,
            symbol: 'WETH',
            name: 'Wrapped Ether',
            decimals: 18,
            logo_uri: 'https://cdn.jsdelivr.net/npm/@metamask/contract-metadata@2.5.0/images/weth.svg',
          },
        ],
      },
      metadata,
    },
  }),
}
