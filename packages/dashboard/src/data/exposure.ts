import type { Outrigger } from '@outrigger/api'
import type { KnownTokens } from './amounts.ts'
import { toCurrency } from './currency.ts'
import { formatNumber } from './format.ts'
import { toName } from './names.ts'
import { describeUnits } from './transfers.ts'

type Reading = Awaited<ReturnType<Outrigger['mev']['getExposure']>>
type Swap = Reading['swaps'][number]
type Loss = Pick<Swap, 'exact' | 'lost' | 'lostUsd' | 'lostWei' | 'safeLimit'>
type Terms = { readonly chain: string; readonly tokens: KnownTokens }

/** The token that is not fixed, in which losses and limits are. */
export const toVariable = ({ exact, tokenIn, tokenOut }: Pick<Swap, 'exact' | 'tokenIn' | 'tokenOut'>) =>
  exact === 'in' ? tokenOut : tokenIn

/** Says what a sandwich could take, or that none is profitable. */
export function describeLoss({ lost, lostUsd, lostWei }: Loss, token: string, { chain, tokens }: Terms): string {
  if (lost === 0n) return 'nothing'
  const worths = [
    ...(lostWei === null ? [] : [`${formatNumber(Number(lostWei) / 1e18)} ${toCurrency(chain)}`]),
    ...(lostUsd === null ? [] : [`$${formatNumber(lostUsd)}`]),
  ]
  return `${describeUnits(lost, token, tokens)}${worths.length === 0 ? '' : ` (${worths.join(', ')})`}`
}

const limitOf = ({ exact }: Pick<Swap, 'exact'>) => (exact === 'in' ? 'minimum output' : 'maximum input')

/** Describes a transaction with one swap. */
export function describeSwap(swap: Swap, terms: Terms): string {
  if (swap.lost === 0n) return 'No sandwich is profitable.'
  const token = toVariable(swap)
  const safe = describeUnits(swap.safeLimit, token, terms.tokens)
  const kept = `${formatNumber(Number(swap.attackerProfit) / 1e18)} ${toCurrency(terms.chain)}`
  const taken = `A sandwich could take ${describeLoss(swap, token, terms)}. Its attacker would keep ${kept} after fees and gas.`
  return `${taken} With a ${limitOf(swap)} of ${safe}, none is profitable.`
}

/** Describes all swaps of a transaction that share one limit. No part of the text is about one of them. */
export function describeTotal(total: NonNullable<Reading['total']>, terms: Terms): string {
  const toText = (units: bigint) => describeUnits(units, total.token, terms.tokens)
  const [limit, legs] = [limitOf(total), 'for the whole swap']
  if (total.lost === 0n) return `No sandwich is profitable. The ${limit} ${legs} is ${toText(total.limit)}.`
  const most = `Sandwiches could take at most ${describeLoss(total, total.token, terms)} from the whole swap`
  const reason =
    total.lost === total.maxLost
      ? `, which is all that its ${limit} of ${toText(total.limit)} permits.`
      : `: its ${limit} of ${toText(total.limit)} permits a loss of ${toText(total.maxLost)}.`
  return `${most}${reason} With a ${limit} of ${toText(total.safeLimit)} ${legs}, none is profitable.`
}

/**
 * Names one of several swaps by its place, amounts and DEX.
 *
 * @example describeLeg(swap, 0, 3, tokens) // 'Leg 1 of 3: 200.00 WETH → USDC over Uniswap V2'
 */
export function describeLeg(swap: Swap, index: number, count: number, tokens: KnownTokens): string {
  const { exact, tokenIn, tokenOut, amountIn, amountOut, dex } = swap
  const toSymbol = (address: string) => tokens[address]?.symbol ?? address
  const toAmount = (units: bigint, address: string) => {
    const decimals = tokens[address]?.decimals
    return decimals == null
      ? describeUnits(units, address, tokens)
      : `${formatNumber(Number(units) / 10 ** decimals)} ${toSymbol(address)}`
  }
  const [sold, bought] =
    exact === 'in'
      ? [toAmount(amountIn, tokenIn), toSymbol(tokenOut)]
      : [toSymbol(tokenIn), toAmount(amountOut, tokenOut)]
  const through = dex.split(',').map(toName).join(' and ')
  return `Leg ${index + 1} of ${count}: ${sold} → ${bought} over ${through}`
}
