import type { ApiClient } from '@outrigger/api'
import type { Response } from '@outrigger/api/contract'
import * as t from 'typebox'
import { formatUnits } from 'viem'
import { type ListedTokens, listTokens } from '../listedTokens.ts'
import { Address, Calldata, Chain, defineTool, Hash, orNull, RawTransaction, Text, Wei } from '../tool.ts'

const OfVariable = (what: string) =>
  t.String({ description: `${what}, in smallest units of token_out for exact "in", of token_in for exact "out"` })
const OfToken = (what: string) => t.String({ description: `${what}, in smallest units of token` })
const Side = t.Object({ address: Text, symbol: orNull(Text), decimals: orNull(t.Integer()) })
type Side = t.Static<typeof Side>

export const getSandwichExposure = defineTool({
  name: 'get_sandwich_exposure',
  title: 'What a transaction would lose to a sandwich',
  description:
    'What a swap would lose to a sandwich attack on the current pools, the limit and slippage that avoid it, and the relays that keep it private. Give exactly one of: hash of a pending transaction, raw_transaction, or from, to, data and value of an unsigned call. Nothing is sent.',
  input: t.Object({
    chain: Chain,
    hash: t.Optional(Hash),
    raw_transaction: t.Optional(RawTransaction),
    from: t.Optional(Address),
    to: t.Optional(Address),
    data: t.Optional(Calldata),
    value: t.Optional(Wei),
  }),
  output: t.Object({
    hash: orNull(Text),
    reverts: t.Boolean({ description: 'True if the transaction would revert on the current pools' }),
    total_lost_usd: orNull(t.Number({ description: 'null if a price or a part is unknown' })),
    swaps: t.Array(
      t.Object({
        dex: Text,
        token_in: Side,
        token_out: Side,
        exact: t.String({ description: 'Fixed amount: in or out' }),
        amount_in: t.String({ description: 'Smallest units of token_in' }),
        quoted_amount: OfVariable('Amount on the current pools'),
        limit: OfVariable('Limit that the swap enforces'),
        slippage_percent: t.Number({ description: 'Slippage that `limit` permits' }),
        lost: OfVariable('Loss to the most profitable sandwich; 0 if none pays'),
        lost_usd: orNull(t.Number()),
        max_lost: OfVariable('Loss that `limit` permits, whether or not an attack pays'),
        attacker_profit_eth: t.Number(),
        safe_limit: OfVariable('Loosest limit at which no sandwich pays'),
        safe_slippage_percent: t.Number({ description: 'Slippage of `safe_limit`. Use at most this slippage' }),
      }),
    ),
    total: orNull(
      t.Object({
        token: Side,
        exact: t.String({ description: 'Fixed amount of every swap: in or out' }),
        quoted_amount: OfToken('Sum of the amounts on the current pools'),
        limit: OfToken('Limit of all swaps together'),
        slippage_percent: t.Number({ description: 'Slippage that `limit` permits' }),
        lost: OfToken('Largest loss of all swaps together; 0 if no sandwich pays'),
        lost_usd: orNull(t.Number()),
        max_lost: OfToken('Loss that `limit` permits, whether or not an attack pays'),
        safe_limit: OfToken('Loosest limit of all swaps together at which no sandwich of one of them pays'),
        safe_slippage_percent: t.Number({ description: 'Slippage of `safe_limit`. Use at most this slippage' }),
      }),
    ),
    gaps: t.Array(t.Object({ reason: Text, what: Text, message: Text }), { description: 'Parts of unknown exposure' }),
    protected_relays: t.Array(
      t.Object({ name: Text, url: orNull(Text), method: Text, requires: orNull(Text), configured: t.Boolean() }),
    ),
  }),
  endpoints: ['mevExposure', 'aggregatorTokens'],
  async ask({ chain, ...transaction }, api) {
    const [{ data }, tokens] = await Promise.all([
      api.mevExposure({ chain, ...transaction } as Parameters<ApiClient['mevExposure']>[0]),
      listTokens(chain, api),
    ])
    const { hash, reverts, total, total_lost_usd, gaps, protected_relays } = data
    return {
      data: {
        hash,
        reverts,
        total_lost_usd,
        swaps: data.swaps.map((swap) => toSwap(swap, tokens)),
        total: total && toTotal(total, tokens),
        gaps,
        protected_relays,
      },
      asOf: { block_number: data.block_number },
    }
  },
  toText({ swaps, total, total_lost_usd, reverts, gaps }) {
    if (reverts) return 'The transaction would revert on the current pools.'
    if (swaps.length === 0)
      return gaps.length > 0 ? 'The exposure is unknown: see gaps.' : 'The transaction swaps nothing.'
    const parts = total ? [total] : swaps.map((swap) => ({ ...swap, token: toVariable(swap) }))
    const each = parts.map(
      ({ lost, token, safe_slippage_percent }) =>
        `A sandwich takes ${toAmount(lost, token)}; at most ${safe_slippage_percent} % slippage avoids it.`,
    )
    return [...each, total_lost_usd === null ? '' : `Total loss: ${total_lost_usd} USD.`].join(' ').trim()
  },
})

type Data = Response<'mevExposure'>['data']
type Swap = Data['swaps'][number]

/** The token whose amount a sandwich changes. */
const toVariable = ({ exact, token_in, token_out }: { exact: string; token_in: Side; token_out: Side }) =>
  exact === 'in' ? token_out : token_in

const toAmount = (units: string, { address, symbol, decimals }: Side) =>
  decimals === null
    ? `${units} smallest units of ${address}`
    : `${formatUnits(BigInt(units), decimals)} ${symbol ?? address}`

function toTotal({ token, lost_eth: _, ...total }: NonNullable<Data['total']>, tokens: ListedTokens) {
  return {
    ...total,
    token: toSide(token, tokens),
    slippage_percent: toSlippagePercent(total.quoted_amount, total.limit),
    safe_slippage_percent: toSlippagePercent(total.quoted_amount, total.safe_limit),
  }
}

function toSide(address: string, tokens: ListedTokens) {
  const [token] = tokens.find(address)
  return { address, symbol: token?.symbol ?? null, decimals: token?.decimals ?? null }
}

function toSwap(swap: Swap, tokens: ListedTokens) {
  const { dex, exact, amount_in, quoted_amount, limit, lost, lost_usd, max_lost, attacker_profit_eth, safe_limit } =
    swap
  return {
    dex,
    token_in: toSide(swap.token_in, tokens),
    token_out: toSide(swap.token_out, tokens),
    exact,
    amount_in,
    quoted_amount,
    limit,
    slippage_percent: toSlippagePercent(quoted_amount, limit),
    lost,
    lost_usd,
    max_lost,
    attacker_profit_eth,
    safe_limit,
    safe_slippage_percent: toSlippagePercent(quoted_amount, safe_limit),
  }
}

/** Returns the distance of a limit from the quoted amount, in percent, rounded down to 4 decimals. */
function toSlippagePercent(quoted: string, limit: string): number {
  if (BigInt(quoted) === 0n) return 0
  const difference = BigInt(quoted) - BigInt(limit)
  const millionths = ((difference < 0n ? -difference : difference) * 1_000_000n) / BigInt(quoted)
  return Number(millionths) / 10_000
}
