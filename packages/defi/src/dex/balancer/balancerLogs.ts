import { type Address, type Hex, toEventSelector } from 'viem'
import { toLogWords, toSigned } from '../logWords.ts'
import type { PoolLog } from '../poolKind.ts'
import type { BalancerStablePool, WeightedPool } from '../poolState.ts'
import { mulDown } from './fixedPoint.ts'

type Pool = WeightedPool | BalancerStablePool
type Change<pool extends Pool> = (pool: pool, log: PoolLog) => pool | 'unknown'

const selector = toEventSelector
const swapV2 = selector('Swap(bytes32,address,address,uint256,uint256)')
const balanceChanged = selector('PoolBalanceChanged(bytes32,address,address[],int256[],uint256[])')
const balanceManaged = selector('PoolBalanceManaged(bytes32,address,address,int256,int256)')
const tokensRegistered = selector('TokensRegistered(bytes32,address[],address[])')
const tokensDeregistered = selector('TokensDeregistered(bytes32,address[])')
const swapV3 = selector('Swap(address,address,address,uint256,uint256,uint256,uint256)')
const liquidityAdded = selector('LiquidityAdded(address,address,uint8,uint256,uint256[],uint256[])')
const liquidityRemoved = selector('LiquidityRemoved(address,address,uint8,uint256,uint256[],uint256[])')
const feeChangedV3 = selector('SwapFeePercentageChanged(address,uint256)')
const aggregateFeeChanged = selector('AggregateSwapFeePercentageChanged(address,uint256)')
const recoveryModeChanged = selector('PoolRecoveryModeStateChanged(address,bool)')
const pausedChangedV3 = selector('PoolPausedStateChanged(address,bool)')
const pausedChangedV2 = selector('PausedStateChanged(bool)')
const feeChangedV2 = selector('SwapFeePercentageChanged(uint256)')
const ampUpdateStarted = selector('AmpUpdateStarted(uint256,uint256,uint256,uint256)')
const ampUpdateStopped = selector('AmpUpdateStopped(uint256)')
const rateUpdates = [
  selector('TokenRateCacheUpdated(address,uint256)'),
  selector('TokenRateCacheUpdated(uint256,uint256)'),
  selector('PriceRateCacheUpdated(address,uint256)'),
]

/** `topic0` of the events that change a weighted pool. */
export const weightedTopics: readonly Hex[] = [
  ...[swapV2, balanceChanged, balanceManaged, tokensRegistered, tokensDeregistered, feeChangedV2, pausedChangedV2],
  ...[
    swapV3,
    liquidityAdded,
    liquidityRemoved,
    feeChangedV3,
    aggregateFeeChanged,
    recoveryModeChanged,
    pausedChangedV3,
  ],
]

/** `topic0` of the events that change a stable pool. */
export const balancerStableTopics: readonly Hex[] = [
  ...weightedTopics,
  ...[ampUpdateStarted, ampUpdateStopped, ...rateUpdates],
]

/** A weighted pool after a log of its Vault or of itself. */
export const applyWeightedLog: Change<WeightedPool> = (pool, log) => applyLog(pool, log)

/** A stable pool after a log of its Vault or of itself. */
export const applyBalancerStableLog: Change<BalancerStablePool> = (pool, log) => {
  if (log.address !== pool.pool) return applyLog(pool, log)
  if (log.topics[0] === ampUpdateStarted) {
    const [from, to, startsAt, endsAt] = toLogWords(log.data, 4) ?? []
    if (from === undefined || to === undefined || startsAt === undefined || endsAt === undefined) return 'unknown'
    if (endsAt <= startsAt) return 'unknown'
    // It starts in the block of the log.
    return { ...pool, amplification: from, timestamp: startsAt, ramp: { from, to, startsAt, endsAt } }
  }
  if (log.topics[0] === ampUpdateStopped) {
    const [amplification] = toLogWords(log.data, 1) ?? []
    return amplification === undefined ? 'unknown' : { ...pool, amplification, ramp: null }
  }
  return rateUpdates.some((topic) => topic === log.topics[0]) ? 'unknown' : applyLog(pool, log)
}

function applyLog<pool extends Pool>(pool: pool, log: PoolLog): pool | 'unknown' {
  const [topic0, topic1] = log.topics
  if (log.address === pool.pool) {
    if (topic0 === pausedChangedV2) return 'unknown'
    if (topic0 !== feeChangedV2 || pool.version !== 2) return pool
    const [fee] = toLogWords(log.data, 1) ?? []
    return fee === undefined ? 'unknown' : { ...pool, fee }
  }
  if (log.address !== pool.address || !topic0 || !topic1) return pool
  // The upper 20 bytes of an id of v2 are the pool's address.
  const isPools = (pool.version === 2 ? topic1.slice(0, 42) : toAddress(topic1)) === pool.pool
  const change = isPools ? (pool.version === 2 ? vaultV2 : vaultV3).get(topic0) : undefined
  if (!change) return pool
  const balances = change(pool, log)
  if (balances === 'unknown' || !('balances' in balances))
    return balances === 'unknown' ? balances : { ...pool, ...balances }
  return balances.balances.some((balance) => balance < 0n) ? 'unknown' : { ...pool, ...balances }
}

type Changed = { readonly balances: readonly bigint[] } | { readonly fee: bigint } | { readonly aggregateFee: bigint }
type VaultChange = (pool: Pool, log: PoolLog) => Changed | 'unknown'

const toAddress = (topic: Hex) => `0x${topic.slice(26)}` as Address

/** Of each token the change of its balance. */
function addToBalances(pool: Pool, changes: readonly bigint[]): Changed | 'unknown' {
  if (changes.length !== pool.balances.length) return 'unknown'
  return { balances: pool.balances.map((balance, index) => balance + (changes[index] as bigint)) }
}

const applySwap: VaultChange = (pool, { topics, data }) => {
  const [amountIn, amountOut, , feeAmount = 0n] = toLogWords(data, pool.version === 2 ? 2 : 4) ?? []
  const [, , tokenIn, tokenOut] = topics
  if (amountIn === undefined || amountOut === undefined || !tokenIn || !tokenOut) return 'unknown'
  const [i, j] = [pool.tokens.indexOf(toAddress(tokenIn)), pool.tokens.indexOf(toAddress(tokenOut))]
  // Yield fees of a moved rate leave with the swap, unlogged.
  if (i < 0 || j < 0 || (pool.version === 3 && pool.hasMovingRates)) return 'unknown'
  const received = amountIn - mulDown(feeAmount, pool.aggregateFee)
  return addToBalances(
    pool,
    pool.tokens.map((_, index) => (index === i ? received : index === j ? -amountOut : 0n)),
  )
}

/** The list at an offset that the given word of the data names. */
function toList(data: Hex, slot: number): readonly bigint[] | null {
  const start = Number((toLogWords(data, slot + 1)?.[slot] ?? 0n) / 32n)
  if (start <= 0 || start > 256) return null
  const length = Number(toLogWords(data, start + 1)?.[start] ?? 99n)
  return length > 50 ? null : (toLogWords(data, start + 1 + length)?.slice(start + 1) ?? null)
}

const applyBalanceChanged: VaultChange = (pool, { data }) => {
  const [deltas, fees] = [toList(data, 1), toList(data, 2)]
  if (!deltas || fees?.length !== deltas.length) return 'unknown'
  return addToBalances(
    pool,
    deltas.map((delta, index) => toSigned(delta) - (fees[index] as bigint)),
  )
}

const applyBalanceManaged: VaultChange = (pool, { topics, data }) => {
  const [cash, managed] = toLogWords(data, 2) ?? []
  const token = topics[3]
  if (cash === undefined || managed === undefined || !token) return 'unknown'
  const index = pool.tokens.indexOf(toAddress(token))
  return addToBalances(
    pool,
    pool.tokens.map((_, at) => (at === index ? toSigned(cash) + toSigned(managed) : 0n)),
  )
}

const applyLiquidity =
  (sign: 1n | -1n): VaultChange =>
  (pool, { data }) => {
    const [amounts, fees] = [toList(data, 1), toList(data, 2)]
    if (!amounts || fees?.length !== amounts.length || pool.hasMovingRates) return 'unknown'
    return addToBalances(
      pool,
      amounts.map((amount, index) => sign * amount - mulDown(fees[index] as bigint, pool.aggregateFee)),
    )
  }

const applyWord =
  (name: 'fee' | 'aggregateFee'): VaultChange =>
  (_, { data }) => {
    const [value] = toLogWords(data, 1) ?? []
    if (value === undefined) return 'unknown'
    return name === 'fee' ? { fee: value } : { aggregateFee: value }
  }

const unknown: VaultChange = () => 'unknown'

const vaultV2: ReadonlyMap<Hex, VaultChange> = new Map([
  [swapV2, applySwap],
  [balanceChanged, applyBalanceChanged],
  [balanceManaged, applyBalanceManaged],
  [tokensRegistered, unknown],
  [tokensDeregistered, unknown],
])

const vaultV3: ReadonlyMap<Hex, VaultChange> = new Map([
  [swapV3, applySwap],
  [liquidityAdded, applyLiquidity(1n)],
  [liquidityRemoved, applyLiquidity(-1n)],
  [feeChangedV3, applyWord('fee')],
  [aggregateFeeChanged, applyWord('aggregateFee')],
  [recoveryModeChanged, unknown],
  [pausedChangedV3, unknown],
])
