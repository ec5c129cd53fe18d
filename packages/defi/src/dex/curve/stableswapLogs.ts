import { type Hex, toEventSelector } from 'viem'
import { applyRampLog } from '../amplificationRamp.ts'
import { toLogList, toLogWords } from '../logWords.ts'
import type { PoolLog } from '../poolKind.ts'
import type { StableswapPool } from '../poolState.ts'
import { replaceTwo } from '../tokenIndices.ts'
import { feeUnit } from './stableswapMath.ts'
import { computeStableswapSwap } from './stableswapSwap.ts'

type Change = (pool: StableswapPool, data: Hex) => StableswapPool | 'unknown'

/** Events of pools before -NG have a fixed number of coins in their signature. */
const coinCounts = [2, 3, 4, 5, 6, 7, 8]
const toFixedLists = (name: string, rest: string) =>
  coinCounts.map((count) => toEventSelector(`${name}(address,uint256[${count}],uint256[${count}],${rest})`))

/**
 * Returns the pool after one of its logs. Swaps are recomputed and only accepted if their output equals that in the
 * log.
 */
export function applyStableswapLog(
  pool: StableswapPool,
  { address, topics, data }: PoolLog,
): StableswapPool | 'unknown' {
  const change = address === pool.address && topics[0] ? changes.get(topics[0]) : undefined
  return change ? change(pool, data) : pool
}

const applyExchange: Change = (pool, data) => {
  const [soldId, sold, boughtId, bought] = toLogWords(data, 4) ?? []
  if (soldId === undefined || sold === undefined || boughtId === undefined) return 'unknown'
  const indices = [Number(soldId), Number(boughtId)] as const
  if (indices.some((index) => index >= pool.tokens.length) || soldId === boughtId) return 'unknown'
  const swap = computeStableswapSwap(pool, indices, sold)
  if (swap?.amountOut !== bought || !swap) return 'unknown'
  return { ...pool, balances: replaceTwo(pool.balances, indices, [swap.balanceIn, swap.balanceOut]) }
}

/** Amounts change the balances, and the admin's share of the fees leaves them. */
function applyAmounts(pool: StableswapPool, sign: 1n | -1n, amounts: readonly bigint[], fees: readonly bigint[]) {
  const balances = pool.balances.map(
    (balance, index) =>
      balance + sign * (amounts[index] as bigint) - ((fees[index] as bigint) * pool.adminFee) / feeUnit,
  )
  return balances.some((balance) => balance < 0n) ? 'unknown' : { ...pool, balances }
}

const applyFixedLists =
  (sign: 1n | -1n): Change =>
  (pool, data) => {
    const n = pool.tokens.length
    const all = toLogWords(data, 2 * n)
    return all ? applyAmounts(pool, sign, all.slice(0, n), all.slice(n)) : 'unknown'
  }

/** -NG's lists have a length. The fee list of `RemoveLiquidity` is empty. */
const applyLists =
  (sign: 1n | -1n): Change =>
  (pool, data) => {
    const n = pool.tokens.length
    const [amounts, fees] = [toLogList(data, 0, n), toLogList(data, 1, n)]
    if (amounts?.length !== n || !fees || (fees.length !== n && fees.length !== 0)) return 'unknown'
    return applyAmounts(pool, sign, amounts, fees.length === 0 ? amounts.map(() => 0n) : fees)
  }

const applyStopRamp: Change = (pool, data) => {
  const [amplification, timestamp] = toLogWords(data, 2) ?? []
  if (amplification === undefined || timestamp === undefined) return 'unknown'
  return { ...pool, amplification, timestamp, ramp: null }
}

type FeeTerm = 'fee' | 'adminFee' | 'offpegFeeMultiplier'
const applyFees =
  (...terms: readonly FeeTerm[]): Change =>
  (pool, data) => {
    const words = toLogWords(data, terms.length)
    return words ? { ...pool, ...Object.fromEntries(terms.map((term, index) => [term, words[index]])) } : 'unknown'
  }

/** The log does not report the fee, or only swaps of underlying tokens. */
const unknown: Change = () => 'unknown'

const selector = toEventSelector
const changes: ReadonlyMap<Hex, Change> = new Map([
  [selector('TokenExchange(address,int128,uint256,int128,uint256)'), applyExchange],
  [selector('TokenExchangeUnderlying(address,int128,uint256,int128,uint256)'), unknown],
  [selector('AddLiquidity(address,uint256[],uint256[],uint256,uint256)'), applyLists(1n)],
  [selector('RemoveLiquidity(address,uint256[],uint256[],uint256)'), applyLists(-1n)],
  [selector('RemoveLiquidityImbalance(address,uint256[],uint256[],uint256,uint256)'), applyLists(-1n)],
  ...toFixedLists('AddLiquidity', 'uint256,uint256').map((topic): [Hex, Change] => [topic, applyFixedLists(1n)]),
  ...toFixedLists('RemoveLiquidity', 'uint256').map((topic): [Hex, Change] => [topic, applyFixedLists(-1n)]),
  ...toFixedLists('RemoveLiquidityImbalance', 'uint256,uint256').map((topic): [Hex, Change] => [
    topic,
    applyFixedLists(-1n),
  ]),
  [selector('RemoveLiquidityOne(address,uint256,uint256)'), unknown],
  [selector('RemoveLiquidityOne(address,uint256,uint256,uint256)'), unknown],
  [selector('RemoveLiquidityOne(address,int128,uint256,uint256,uint256)'), unknown],
  [selector('RampA(uint256,uint256,uint256,uint256)'), applyRampLog],
  [selector('StopRampA(uint256,uint256)'), applyStopRamp],
  [selector('NewFee(uint256,uint256)'), applyFees('fee', 'adminFee')],
  [selector('NewFee(uint256,uint256,uint256)'), applyFees('fee', 'adminFee', 'offpegFeeMultiplier')],
  [selector('NewParameters(uint256,uint256,uint256)'), unknown],
  [selector('ApplyNewFee(uint256)'), applyFees('fee')],
  [selector('ApplyNewFee(uint256,uint256)'), applyFees('fee', 'offpegFeeMultiplier')],
])

/** `topic0` of the events that change a StableSwap pool. */
export const stableswapTopics: readonly Hex[] = [...changes.keys()]
