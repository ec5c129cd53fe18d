import { type Hex, toEventSelector } from 'viem'
import { toLogWords } from '../logWords.ts'
import type { PoolLog } from '../poolKind.ts'
import type { StableswapPool } from '../poolState.ts'
import { replaceTwo } from '../tokenIndices.ts'
import { feeUnit } from './stableswapMath.ts'
import { computeStableswapSwap } from './stableswapSwap.ts'

type Change = (pool: StableswapPool, words: (count: number) => readonly bigint[] | null) => StableswapPool | 'unknown'

/** Events of pools before -NG have a fixed number of coins in their signature. */
const coinCounts = [2, 3, 4, 5, 6, 7, 8]
const toFixedLists = (name: string, rest: string) =>
  coinCounts.map((count) => toEventSelector(`${name}(address,uint256[${count}],uint256[${count}],${rest})`))

/** Returns the pool after one of its logs. Swaps are recomputed and only accepted if they pay what the log reports. */
export function applyStableswapLog(
  pool: StableswapPool,
  { address, topics, data }: PoolLog,
): StableswapPool | 'unknown' {
  const change = address === pool.address && topics[0] ? changes.get(topics[0]) : undefined
  return change ? change(pool, (count) => toLogWords(data, count)) : pool
}

const applyExchange: Change = (pool, words) => {
  const [soldId, sold, boughtId, bought] = words(4) ?? []
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
  (pool, words) => {
    const n = pool.tokens.length
    const all = words(2 * n)
    return all ? applyAmounts(pool, sign, all.slice(0, n), all.slice(n)) : 'unknown'
  }

/** -NG's lists have a length. The fee list of `RemoveLiquidity` is empty. */
const applyLists =
  (sign: 1n | -1n): Change =>
  (pool, words) => {
    const n = pool.tokens.length
    const toList = (slot: number): readonly bigint[] | null => {
      const start = Number((words(slot + 1)?.[slot] ?? 0n) / 32n)
      const length = start > 0 && start < 64 ? Number(words(start + 1)?.[start] ?? 99n) : 99
      return length <= 8 ? (words(start + 1 + length)?.slice(start + 1) ?? null) : null
    }
    const [amounts, fees] = [toList(0), toList(1)]
    if (amounts?.length !== n || !fees || (fees.length !== n && fees.length !== 0)) return 'unknown'
    return applyAmounts(pool, sign, amounts, fees.length === 0 ? amounts.map(() => 0n) : fees)
  }

const applyRamp: Change = (pool, words) => {
  const [from, to, startsAt, endsAt] = words(4) ?? []
  if (from === undefined || to === undefined || startsAt === undefined || endsAt === undefined) return 'unknown'
  if (endsAt <= startsAt) return 'unknown'
  const ramp = { from, to, startsAt, endsAt }
  // The ramp starts in the block of the log.
  return { ...pool, ramp, timestamp: startsAt, amplification: from }
}

const applyStopRamp: Change = (pool, words) => {
  const [amplification, timestamp] = words(2) ?? []
  if (amplification === undefined || timestamp === undefined) return 'unknown'
  return { ...pool, amplification, timestamp, ramp: null }
}

const applyFees: Change = (pool, words) => {
  const [fee, adminFee] = words(2) ?? []
  return fee === undefined || adminFee === undefined ? 'unknown' : { ...pool, fee, adminFee }
}

const applyFeesAndMultiplier: Change = (pool, words) => {
  const [fee, adminFee, offpegFeeMultiplier] = words(3) ?? []
  if (fee === undefined || adminFee === undefined || offpegFeeMultiplier === undefined) return 'unknown'
  return { ...pool, fee, adminFee, offpegFeeMultiplier }
}

const applyFee: Change = (pool, words) => {
  const [fee] = words(1) ?? []
  return fee === undefined ? 'unknown' : { ...pool, fee }
}

const applyFeeAndMultiplier: Change = (pool, words) => {
  const [fee, offpegFeeMultiplier] = words(2) ?? []
  return fee === undefined || offpegFeeMultiplier === undefined ? 'unknown' : { ...pool, fee, offpegFeeMultiplier }
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
  [selector('RampA(uint256,uint256,uint256,uint256)'), applyRamp],
  [selector('StopRampA(uint256,uint256)'), applyStopRamp],
  [selector('NewFee(uint256,uint256)'), applyFees],
  [selector('NewFee(uint256,uint256,uint256)'), applyFeesAndMultiplier],
  [selector('NewParameters(uint256,uint256,uint256)'), unknown],
  [selector('ApplyNewFee(uint256)'), applyFee],
  [selector('ApplyNewFee(uint256,uint256)'), applyFeeAndMultiplier],
])

/** `topic0` of the events that change a StableSwap pool. */
export const stableswapTopics: readonly Hex[] = [...changes.keys()]
