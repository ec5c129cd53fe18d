import type { ApiClient } from '@outrigger/api'
import * as t from 'typebox'
import { formatUnits, type Hex, hexToBigInt, parseUnits } from 'viem'
import { InvalidParameterError } from '../../errors/serviceError.ts'
import { type ListedTokens, listTokens } from '../listedTokens.ts'
import { Chain, defineTool, orNull, Text } from '../tool.ts'

const native = `0x${'ee'.repeat(20)}`
const Token = t.String({
  pattern: '^[\\w.$+-]{1,42}$',
  description: 'Symbol of a listed token, address of any token, or native',
})
const Side = t.Object({
  address: Text,
  symbol: orNull(t.String({ description: 'null for a token that is not listed' })),
  amount: t.String({ description: 'In token units' }),
  amount_smallest_units: Text,
})

export const quoteSwap = defineTool({
  name: 'quote_swap',
  title: 'Quote of a swap',
  description:
    'What a swap returns on the pools of a chain at its latest block: output, minimum output for a slippage, price impact, route and gas. Amounts are in token units, such as 1.5. It neither signs nor sends.',
  input: t.Object({
    chain: Chain,
    from_token: Token,
    to_token: Token,
    amount: t.String({ pattern: '^\\d{1,40}(?:\\.\\d{1,36})?$', description: 'Input in token units, such as "1.5"' }),
    slippage_percent: t.Optional(t.Number({ minimum: 0, maximum: 100, description: 'Default: 0.5' })),
  }),
  output: t.Object({
    chain: Text,
    from: Side,
    to: Side,
    minimum_out: orNull(t.String({ description: 'Minimum output for the slippage, in token units' })),
    price: t.Number({ description: 'Output per input, in token units' }),
    price_impact_percent: orNull(t.Number()),
    gas: t.Integer({ description: 'Units of gas' }),
    route: t.Array(t.Object({ dex: Text, pool: Text, percent: t.Number() })),
    warnings: t.Array(Text),
  }),
  endpoints: ['swapQuote', 'aggregatorTokens', 'blockchainCall'],
  async ask({ chain, from_token, to_token, amount, slippage_percent: slippage }, api) {
    const tokens = await listTokens(chain, api)
    const [from, to] = await Promise.all([
      readToken(chain, from_token, 'from_token', tokens, api),
      readToken(chain, to_token, 'to_token', tokens, api),
    ])
    const { data } = await api.swapQuote({
      chain,
      from_token: from.address,
      to_token: to.address,
      amount: String(parseUnits(amount, from.decimals)),
      ...(slippage !== undefined && { slippage }),
    })
    const input = toSide(from, data.from_amount)
    const output = toSide(to, data.to_amount)
    return {
      data: {
        chain,
        from: input,
        to: output,
        minimum_out: data.to_amount_min === null ? null : formatUnits(BigInt(data.to_amount_min), to.decimals),
        price: Number(output.amount) / Number(input.amount),
        price_impact_percent: data.price_impact,
        gas: data.gas_estimate,
        route: data.route.map(({ dex, pool, percent }) => ({ dex, pool, percent })),
        warnings: data.warnings,
      },
      asOf: { block_number: data.block_number },
    }
  },
  toText: ({ from, to, minimum_out, price_impact_percent: impact }) =>
    `${from.amount} ${from.symbol ?? from.address} returns ${to.amount} ${to.symbol ?? to.address}, at least ${minimum_out ?? 'an unknown amount'}. Price impact: ${impact ?? 'unknown'} %.`,
})

type Token = { readonly address: string; readonly symbol: string | null; readonly decimals: number }

const toSide = ({ address, symbol, decimals }: Token, amount: string) => ({
  address,
  symbol,
  amount: formatUnits(BigInt(amount), decimals),
  amount_smallest_units: amount,
})

/** @throws {InvalidParameterError} the symbol is not listed, or the address is not a token */
async function readToken(
  chain: string,
  text: string,
  path: string,
  tokens: ListedTokens,
  api: ApiClient,
): Promise<Token> {
  const lower = text.toLowerCase()
  if (lower === 'native' || lower === native) return { address: native, symbol: 'native', decimals: 18 }
  const [listed, ...others] = tokens.find(text)
  if (others.length > 0) {
    const addresses = [listed, ...others].map((token) => token?.address).join(', ')
    const message = `means several tokens. Use the address of one: ${addresses}`
    throw new InvalidParameterError([{ path: `arguments.${path}`, message }])
  }
  if (listed !== undefined) return listed
  if (!/^0x[\da-f]{40}$/.test(lower)) {
    const message = 'is neither a listed symbol nor an address. search finds tokens by symbol'
    throw new InvalidParameterError([{ path: `arguments.${path}`, message }])
  }
  // decimals()
  const { result } = await api.blockchainCall({ chain, to: lower, data: '0x313ce567' })
  const decimals = /^0x[\da-f]{64}$/.test(result) ? hexToBigInt(result as Hex) : 256n
  if (decimals > 255n) throw new InvalidParameterError([{ path: `arguments.${path}`, message: 'is not a token' }])
  return { address: lower, symbol: null, decimals: Number(decimals) }
}
