import { type Hex, toEventSelector } from 'viem'
import { applyRampLog } from '../amplificationRamp.ts'
import { toLogList, toLogWords, toSigned, toTopicAddress } from '../logWords.ts'
import type { PoolLog } from '../poolKind.ts'
import type { BalancerStablePool, WeightedPool } from '../poolState.ts'
import { mulDown } from './fixedPoint.ts'

const maxTokens = 50

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

/** Returns a weighted pool after a log of its Vault or of its own contract. */
export const applyWeightedLog: Change<WeightedPool> = (pool, log) => applyLog(pool, log)

/** Returns a stable pool after a log of its Vault or of its own contract. */
export const applyBalancerStableLog: Change<BalancerStablePool> = (pool, log) => {
  if (log.address !== pool.pool) return applyLog(pool, log)
  if (log.topics[0] === ampUpdateStarted) return applyRampLog(pool, log.data)
  if (log.topics[0] === ampUpdateStopped) {
    const [amplification] = toLogWords(log.data, 1) ?? []
    return amplification === undefined ? 'unknown' : { ...pool, amplification, ramp: null }
  }
  return rateUpdates.some((topic) => topic === log.topics[0]) ? 'unknown' : applyLog(pool, log)
}

function applyLog<pool extends Pool>(pool: pool, log: PoolLog): pool | 'unknown' {
  if (log.address === pool.pool) return applyOwnLog(pool, log)
  return log.address === pool.address ? applyVaultLog(pool, log) : pool
}

function applyOwnLog<pool extends Pool>(pool: pool, { topics: [event], data }: PoolLog): pool | 'unknown' {
  if (event === pausedChangedV2) return 'unknown'
  if (event !== feeChangedV2 || pool.version !== 2) return pool
  const [fee] = toLogWords(data, 1) ?? []
  return fee === undefined ? 'unknown' : { ...pool, fee }
}

function applyVaultLog<pool extends Pool>(pool: pool, log: PoolLog): pool | 'unknown' {
  const [event, topic1] = log.topics
  if (!event || !topic1) return pool
  // The upper 20 bytes of a v2 pool id are the pool's address.
  const [changes, address] = pool.version === 2 ? [vaultV2, topic1.slice(0, 42)] : [vaultV3, toTopicAddress(topic1)]
  const changed = address === pool.pool ? changes.get(event)?.(pool, log) : undefined
  if (changed === undefined) return pool
  if (changed === 'unknown') return changed
  const isNegative = 'balances' in changed && changed.balances.some((balance) => balance < 0n)
  return isNegative ? 'unknown' : { ...pool, ...changed }
}

type Changed = { readonly balances: readonly bigint[] } | { readonly fee: bigint } | { readonly aggregateFee: bigint }
type VaultChange = (pool: Pool, log: PoolLog) => Changed | 'unknown'

/** Adds the change of each token's balance. */
function addToBalances(pool: Pool, changes: readonly bigint[]): Changed | 'unknown' {
  if (changes.length !== pool.balances.length) return 'unknown'
  return { balances: pool.balances.map((balance, index) => balance + (changes[index] as bigint)) }
}

const applySwap: VaultChange = (pool, { topics, data }) => {
  const [amountIn, amountOut, , feeAmount = 0n] = toLogWords(data, pool.version === 2 ? 2 : 4) ?? []
  const [, , tokenIn, tokenOut] = topics
  if (amountIn === undefined || amountOut === undefined || !tokenIn || !tokenOut) return 'unknown'
  const [i, j] = [pool.tokens.indexOf(toTopicAddress(tokenIn)), pool.tokens.indexOf(toTopicAddress(tokenOut))]
  // Yield fees of a changed rate leave with the swap without a log.
  if (i < 0 || j < 0 || (pool.version === 3 && pool.hasMovingRates)) return 'unknown'
  const received = amountIn - mulDown(feeAmount, pool.aggregateFee)
  return addToBalances(
    pool,
    pool.tokens.map((_, index) => (index === i ? received : index === j ? -amountOut : 0n)),
  )
}

const applyBalanceChanged: VaultChange = (pool, { data }) => {
  const [deltas, fees] = [toLogList(data, 1, maxTokens), toLogList(data, 2, maxTokens)]
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
  const index = pool.tokens.indexOf(toTopicAddress(token))
  return addToBalances(
    pool,
    pool.tokens.map((_, at) => (at === index ? toSigned(cash) + toSigned(managed) : 0n)),
  )
}

const applyLiquidity =
  (sign: 1n | -1n): VaultChange =>
  (pool, { data }) => {
    const [amounts, fees] = [toLogList(data, 1, maxTokens), toLogList(data, 2, maxTokens)]
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
