import { type Hex, toEventSelector } from 'viem'
import { feeUnit } from '../../dex/curve/stableswapMath.ts'
import { toLogWords } from '../../dex/logWords.ts'
import type { ToRate } from './feeRates.ts'
import { type ToTrade, type Trade, type TradeLog, toAmounts } from './trade.ts'

const selector = toEventSelector
/** Data: (sold_id, tokens_sold, bought_id, tokens_bought). The -NG pools of CryptoSwap add (fee, price scale). */
const exchanges: readonly Hex[] = [
  selector('TokenExchange(address,int128,uint256,int128,uint256)'),
  selector('TokenExchange(address,uint256,uint256,uint256,uint256)'),
]
const exchangeWithFee = selector('TokenExchange(address,uint256,uint256,uint256,uint256,uint256,uint256)')
const exchangeUnderlying = selector('TokenExchangeUnderlying(address,int128,uint256,int128,uint256)')

/** `topic0` of swaps in Curve's pools. */
export const curveSwapTopics: readonly Hex[] = [...exchanges, exchangeWithFee, exchangeUnderlying]

/**
 * Events that change a StableSwap pool's fee, with the positions of the fee and of the multiplier for unbalanced pools.
 */
const feeChanges: ReadonlyMap<Hex, { readonly fee: number; readonly multiplier?: number }> = new Map([
  [selector('NewFee(uint256,uint256)'), { fee: 0 }],
  [selector('NewFee(uint256,uint256,uint256)'), { fee: 0, multiplier: 2 }],
  [selector('ApplyNewFee(uint256)'), { fee: 0 }],
  [selector('ApplyNewFee(uint256,uint256)'), { fee: 0, multiplier: 1 }],
  [selector('NewParameters(uint256,uint256,uint256)'), { fee: 1 }],
])
export const curveFeeTopics: readonly Hex[] = [...feeChanges.keys()]

/** Returns the fixed fee that a log sets, in units of 1e-10, or null if the fee depends on the balances. */
export function toCurveRate({ topics: [topic], data }: TradeLog): bigint | null {
  const places = topic && feeChanges.get(topic)
  if (!places) return null
  const words = toLogWords(data, Math.max(places.fee, places.multiplier ?? 0) + 1)
  const multiplier = places.multiplier === undefined ? 0n : (words?.[places.multiplier] ?? 0n)
  return multiplier > feeUnit ? null : (words?.[places.fee] ?? null)
}

/** Returns whether a swap exchanged underlying coins. To decode such a swap, these coins must be known. */
export const isUnderlying = ({ topics }: { readonly topics: readonly Hex[] }) => topics[0] === exchangeUnderlying

type CurveCoins = {
  /** The pool's own coins. */
  readonly count: number
  /**
   * Indices of the underlying coins in the list of all tokens, by their number in the pool's logs. Empty if the pool
   * has none.
   */
  readonly underlying: readonly number[]
  /** Whether it is a meta pool. A swap between coins of its base pool is the base pool's trade. */
  readonly isMeta: boolean
}

/**
 * Decodes swaps of a Curve pool. The fee is taken from the output, so a fixed rate determines it from the output, to
 * within a base unit. If the rate depends on the balances, only the log can contain the fee, as in the -NG pools of
 * CryptoSwap.
 *
 * @param toRate in units of 1e-10; null if the rate is not fixed
 */
export function createCurveDecoder(coins: CurveCoins, toRate: ToRate): ToTrade {
  const own = Array.from({ length: coins.count }, (_, index) => index)
  return (log) => {
    const exchange = readExchange(log)
    return exchange && toTrade(coins, isUnderlying(log) ? coins.underlying : own, exchange, () => toRate(log))
  }
}

function toTrade(
  { count, underlying, isMeta }: CurveCoins,
  places: readonly number[],
  { soldId, sold, boughtId, bought, logged }: Exchange,
  getRate: () => bigint | null,
): Trade | null {
  const total = Math.max(count, ...underlying.map((place) => place + 1))
  const isThroughMeta = isMeta && places === underlying
  if (isThroughMeta && soldId > 0n && boughtId > 0n) return null
  const [from, to] = [places[Number(soldId)], places[Number(boughtId)]]
  if (from === undefined || to === undefined) return null
  // The base pool's LP token is swapped first, and its fee is not logged.
  const fee = isThroughMeta && boughtId > 0n ? null : (logged ?? toFee(bought, getRate()))
  return {
    amountsIn: toAmounts(total, [from, sold]),
    amountsOut: toAmounts(total, [to, bought]),
    fees: fee === null ? null : toAmounts(total, [to, fee]),
  }
}

type Exchange = {
  readonly soldId: bigint
  readonly sold: bigint
  readonly boughtId: bigint
  readonly bought: bigint
  /** The fee, if the log contains it. */
  readonly logged: bigint | undefined
}

function readExchange({ topics: [topic], data }: TradeLog): Exchange | null {
  if (topic === undefined || !curveSwapTopics.includes(topic)) return null
  const words = toLogWords(data, topic === exchangeWithFee ? 5 : 4)
  if (words === null) return null
  const [soldId, sold, boughtId, bought, logged] = words as [bigint, bigint, bigint, bigint, bigint?]
  return { soldId, sold, boughtId, bought, logged }
}

const toFee = (bought: bigint, rate: bigint | null): bigint | null =>
  rate === null || rate >= feeUnit ? null : (bought * rate) / (feeUnit - rate)
