import { balancerV3Vaults } from '@outrigger/calldata/internal'
import { type Address, parseAbi } from 'viem'
import type { BlockReader } from '../../reads/blockReader.ts'
import { toLower } from '../pool.ts'

const abi = parseAbi([
  'struct TokenInfo { uint8 tokenType; address rateProvider; bool paysYieldFees; }',
  'struct PoolData { bytes32 poolConfigBits; address[] tokens; TokenInfo[] tokenInfo; uint256[] balancesRaw; uint256[] balancesLiveScaled18; uint256[] tokenRates; uint256[] decimalScalingFactors; }',
  'struct LiquidityManagement { bool disableUnbalancedLiquidity; bool enableAddLiquidityCustom; bool enableRemoveLiquidityCustom; bool enableDonation; }',
  'struct PoolConfig { LiquidityManagement liquidityManagement; uint256 staticSwapFeePercentage; uint256 aggregateSwapFeePercentage; uint256 aggregateYieldFeePercentage; uint40 tokenDecimalDiffs; uint32 pauseWindowEndTime; bool isPoolRegistered; bool isPoolInitialized; bool isPoolPaused; bool isPoolInRecoveryMode; }',
  'struct HooksConfig { bool enableHookAdjustedAmounts; bool shouldCallBeforeInitialize; bool shouldCallAfterInitialize; bool shouldCallComputeDynamicSwapFee; bool shouldCallBeforeSwap; bool shouldCallAfterSwap; bool shouldCallBeforeAddLiquidity; bool shouldCallAfterAddLiquidity; bool shouldCallBeforeRemoveLiquidity; bool shouldCallAfterRemoveLiquidity; address hooksContract; }',
  'function getPoolData(address pool) view returns (PoolData data)',
  'function getPoolConfig(address pool) view returns (PoolConfig config)',
  'function getHooksConfig(address pool) view returns (HooksConfig config)',
])

/** `TokenType.WITH_RATE` */
const withRate = 1

/**
 * Reads the common fields of a pool in v3's Vault at the reader's block, after deducting the yield fees due at that
 * block. Returns undefined if the Vault does not contain the pool, if the pool is paused or in recovery, or if its
 * swaps use a hook.
 */
export async function getVaultV3State(reader: BlockReader, pool: Address, vault: Address = balancerV3Vaults.vault) {
  const address = toLower(vault)
  const args = [pool] as const
  const [data, config, hooks] = await Promise.all([
    reader.tryRead({ address, abi, functionName: 'getPoolData', args }),
    reader.tryRead({ address, abi, functionName: 'getPoolConfig', args }),
    reader.tryRead({ address, abi, functionName: 'getHooksConfig', args }),
  ])
  if (!data || !config || !hooks || data.tokens.length < 2) return undefined
  if (!config.isPoolInitialized || config.isPoolPaused || config.isPoolInRecoveryMode) return undefined
  if (hooks.shouldCallComputeDynamicSwapFee || hooks.shouldCallBeforeSwap || hooks.shouldCallAfterSwap) return undefined
  return {
    id: pool,
    dex: 'balancer_v3',
    address,
    pool,
    version: 3 as const,
    tokens: data.tokens.map(toLower),
    balances: data.balancesRaw,
    scalingFactors: data.decimalScalingFactors,
    rates: data.tokenRates,
    hasMovingRates: data.tokenInfo.some(({ tokenType }) => tokenType === withRate),
    fee: config.staticSwapFeePercentage,
    aggregateFee: config.aggregateSwapFeePercentage,
  }
}
