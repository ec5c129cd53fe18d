import type { Deployment } from '@outrigger/calldata'
import type { ChainName } from '@outrigger/core'
import { type Address, zeroAddress } from 'viem'
import { toLower } from '../../dex/pool.ts'
import type { BlockReader } from '../../reads/blockReader.ts'
import { LendingReadError } from '../../reads/readErrors.ts'
import type { AaveMarket, AaveReserve } from './aaveMarket.ts'
import { oracleAbi, poolAbi, poolV2Abi, poolV3Abi, sentinelAbi, tokenAbi } from './abi.ts'
import { accrueReserve } from './math/accrual.ts'
import { toConfiguration } from './math/configuration.ts'
import { toApy } from './math/interest.ts'
import {
  type AaveFamily,
  isUnchanged,
  readMarketConfigKey,
  readReserveData,
  readStaticConfig,
  type StaticMarketConfig,
  type StaticToken,
  toStored,
} from './readFrame.ts'
import { readModes } from './readModes.ts'

export type AaveMarketRequest = {
  readonly protocol: string
  readonly family: AaveFamily
  readonly chain: ChainName
  readonly deployment: Deployment
  /** The same market at an earlier block. */
  readonly before: AaveMarket | undefined
}

/**
 * Reads a pool at the reader's block. It makes one round of reads if a cached market is still valid, otherwise five.
 *
 * @throws {NoContractError | LendingReadError}
 * @throws {UnknownPoolRevisionError}
 */
export async function readMarket(reader: BlockReader, request: AaveMarketRequest): Promise<AaveMarket> {
  const uncached = { ...request, before: undefined }
  if (request.before === undefined) return (await readState(reader, uncached)) as AaveMarket
  try {
    return (await readState(reader, request)) ?? (await readMarket(reader, uncached))
  } catch (cause) {
    // An upgraded pool may not support the calls of its earlier version.
    if (cause instanceof LendingReadError) return readMarket(reader, uncached)
    throw cause
  }
}

/** Returns null if the cached market is outdated. */
async function readState(reader: BlockReader, request: AaveMarketRequest): Promise<AaveMarket | null> {
  const { protocol, family, chain, deployment, before } = request
  const address = deployment.address
  const config: StaticMarketConfig = before
    ? { ...before, tokens: before.reserves }
    : await readStaticConfig(reader, family, address)
  const { rules, oracle, sentinel, tokens } = config
  const [key, prices, reserves, modes, premium, isPaused, isLiquidationAllowed] = await Promise.all([
    before && readMarketConfigKey(reader, family, address, config.provider),
    reader.read({
      address: oracle,
      abi: oracleAbi,
      functionName: 'getAssetsPrices',
      args: [tokens.map(({ token }) => token)],
    }),
    Promise.all(tokens.map((token) => readReserve(reader, family, address, config, token))),
    readModes(reader, address, oracle, rules, before?.modes),
    reader.read({ address, abi: poolAbi, functionName: 'FLASHLOAN_PREMIUM_TOTAL' }),
    family.pool === 'v2' && reader.read({ address, abi: poolV2Abi, functionName: 'paused' }),
    sentinel === null || !rules.hasSentinel
      ? true
      : reader.read({ address: sentinel, abi: sentinelAbi, functionName: 'isLiquidationAllowed' }),
  ])
  if (key !== undefined && !isUnchanged(config, key)) return null
  const { blockNumber, timestamp } = reader
  const { revision, provider, baseUnit, isInDollars } = config
  return {
    protocol,
    chain,
    id: address,
    blockNumber,
    timestamp,
    unitUsd: isInDollars ? 1 : null,
    isInDollars,
    baseUnit,
    revision,
    rules,
    provider,
    oracle,
    sentinel,
    modes,
    isPaused,
    isLiquidationAllowed,
    flashLoanPremiumBps: Number(premium),
    reserves: reserves.map((reserve, index) => {
      const price = prices[index] ?? 0n
      return { ...reserve, price, unitPrice: Number(price) / Number(baseUnit) }
    }),
  }
}

async function readReserve(
  reader: BlockReader,
  family: AaveFamily,
  pool: Address,
  { rules, oracle }: StaticMarketConfig,
  known: StaticToken,
): Promise<Omit<AaveReserve, 'price' | 'unitPrice'>> {
  const { token, symbol, decimals, id, aToken, variableDebtToken, stableDebtToken, hasOwnArithmetic } = known
  const scaledTotalOf = (address: Address) => reader.read({ address, abi: tokenAbi, functionName: 'scaledTotalSupply' })
  const contract = { address: pool, abi: poolV3Abi, args: [token] } as const
  const [data, scaledSupply, scaledDebt, stableDebt, liquidity, source, graceUntil] = await Promise.all([
    readReserveData(reader, family, pool, token),
    scaledTotalOf(aToken),
    scaledTotalOf(variableDebtToken),
    stableDebtToken === null
      ? 0n
      : reader.read({ address: stableDebtToken, abi: tokenAbi, functionName: 'totalSupply' }),
    rules.hasVirtualBalance
      ? reader.read({ ...contract, functionName: 'getVirtualUnderlyingBalance' })
      : reader.read({ address: token, abi: tokenAbi, functionName: 'balanceOf', args: [aToken] }),
    reader.read({ address: oracle, abi: oracleAbi, functionName: 'getSourceOfAsset', args: [token] }),
    rules.hasVirtualBalance ? reader.read({ ...contract, functionName: 'getLiquidationGracePeriod' }) : 0,
  ])
  const stored = { ...toStored(data), scaledSupply, scaledDebt, stableDebt }
  const { decimals: _, ...configuration } = toConfiguration(data.configuration.data)
  const accrued = accrueReserve(rules, stored, reader.timestamp)
  return {
    token,
    symbol,
    decimals,
    id,
    aToken,
    variableDebtToken,
    stableDebtToken,
    hasOwnArithmetic,
    unit: 10n ** BigInt(decimals),
    ...configuration,
    ...stored,
    ...accrued,
    liquidity,
    graceUntil: BigInt(graceUntil),
    priceSource: source === zeroAddress ? null : toLower(source),
    supplyApy: toApy(data.currentLiquidityRate),
    borrowApy: toApy(data.currentVariableBorrowRate),
  }
}
