import { type Hex, toEventSelector } from 'viem'
import { feeUnit } from '../../dex/curve/stableswapMath.ts'
import { toLogWords } from '../../dex/logWords.ts'
import type { ToRate } from './feeRates.ts'
import { type ToTrade, type TradeLog, toAmounts } from './trade.ts'

const selector = toEventSelector
/** (sold_id, tokens_sold, bought_id, tokens_bought) after the buyer; the -NG pools of CryptoSwap add (fee, price scale). */
const exchanges: readonly Hex[] = [
  selector('TokenExchange(address,int128,uint256,int128,uint256)'),
  selector('TokenExchange(address,uint256,uint256,uint256,uint256)'),
]
const exchangeWithFee = selector('TokenExchange(address,uint256,uint256,uint256,uint256,uint256,uint256)')
const exchangeUnderlying = selector('TokenExchangeUnderlying(address,int128,uint256,int128,uint256)')

/** `topic0` of the swaps of Curve's pools. */
export const curveSwapTopics: readonly Hex[] = [...exchanges, exchangeWithFee, exchangeUnderlying]

/** What sets a StableSwap pool's fee anew: at which of its words it has the fee, and the multiplier off balance. */
const feeChanges: ReadonlyMap<Hex, { readonly fee: number; readonly multiplier?: number }> = new Map([
  [selector('NewFee(uint256,uint256)'), { fee: 0 }],
  [selector('NewFee(uint256,uint256,uint256)'), { fee: 0, multiplier: 2 }],
  [selector('ApplyNewFee(uint256)'), { fee: 0 }],
  [selector('ApplyNewFee(uint256,uint256)'), { fee: 0, multiplier: 1 }],
  [selector('NewParameters(uint256,uint256,uint256)'), { fee: 1 }],
])
export const curveFeeTopics: readonly Hex[] = [...feeChanges.keys()]

/** The fixed fee that a log sets, of 1e10; null where it grows off balance. */
export function toCurveRate({ topics: [topic], data }: TradeLog): bigint | null {
  const places = topic && feeChanges.get(topic)
  if (!places) return null
  const words = toLogWords(data, Math.max(places.fee, places.multiplier ?? 0) + 1)
  const multiplier = places.multiplier === undefined ? 0n : (words?.[places.multiplier] ?? 0n)
  return multiplier > feeUnit ? null : (words?.[places.fee] ?? null)
}

/** Whether a swap was of underlying coins: they are to be known before it can be read. */
export const isUnderlying = ({ topics }: { readonly topics: readonly Hex[] }) => topics[0] === exchangeUnderlying

export type CurveCoins = {
  /** The pool's own coins. */
  readonly count: number
  /**
   * Places of its underlying coins, by their number in the pool's logs, among all tokens: first the pool's own. Empty where it
   * has none.
   */
  readonly underlying: readonly number[]
  /** Of a meta pool: a swap between coins of its base pool is the base pool's trade. */
  readonly isMeta: boolean
}

/**
 * Swaps of a pool of Curve. The fee is taken from the output, so that a fixed rate says it from what was paid, to a base unit;
 * where the rate moves with the balances only the log says it, as with the -NG pools of CryptoSwap.
 *
 * @param toRate of 1e10; null where it is not fixed
 */
export function createCurveDecoder(coins: CurveCoins, toRate: ToRate): ToTrade {
  const { count, underlying, isMeta } = coins
  const total = Math.max(count, ...underlying.map((place) => place + 1))
  const toFee = (bought: bigint, rate: bigint | null) =>
    rate === null || rate >= feeUnit ? null : (bought * rate) / (feeUnit - rate)
  return (log) => {
    const [topic] = log.topics
    if (topic === undefined || !curveSwapTopics.includes(topic)) return null
    const words = toLogWords(log.data, topic === exchangeWithFee ? 5 : 4)
    if (words === null) return null
    const [soldId, sold, boughtId, bought, logged] = words as [bigint, bigint, bigint, bigint, bigint?]
    const isOfUnderlying = isUnderlying(log)
    if (isOfUnderlying && isMeta && soldId > 0n && boughtId > 0n) return null
    const toPlace = (id: bigint) => (isOfUnderlying ? underlying[Number(id)] : id < count ? Number(id) : undefined)
    const [from, to] = [toPlace(soldId), toPlace(boughtId)]
    if (from === undefined || to === undefined) return null
    // A meta pool pays its LP token first, which the log does not name: its fee is in that.
    const isPaidElsewhere = isOfUnderlying && isMeta && boughtId > 0n
    const fee = isPaidElsewhere ? null : topic === exchangeWithFee ? (logged ?? null) : toFee(bought, toRate(log))
    return {
      amountsIn: toAmounts(total, [from, sold]),
      amountsOut: toAmounts(total, [to, bought]),
      fees: fee === null ? null : toAmounts(total, [to, fee]),
    }
  }
}
