import type { Deployment } from '@outrigger/calldata'
import type { ChainName } from '@outrigger/core'
import { type Address, zeroAddress } from 'viem'
import type { BlockReader } from '../../reads/blockReader.ts'
import { LendingReadError } from '../../reads/readErrors.ts'
import type { AaveMarket, AaveReserve } from './aaveMarket.ts'
import { oracleAbi, poolAbi, poolV2Abi, poolV3Abi, sentinelAbi, tokenAbi } from './abi.ts'
import { accrueReserve } from './math/accrual.ts'
import { toConfiguration } from './math/configuration.ts'
import { toApy } from './math/interest.ts'
import {
  type AaveFamily,
  type FrameToken,
  isOfHead,
  readFrame,
  readMarketConfigKey,
  readReserveData,
  type StaticMarketConfig,
  toLower,
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
 * A pool at the reader's block: in one round with an earlier reading that still fits, in five without.
 *
 * @throws {NoContractError | LendingReadError}
 * @throws {UnknownPoolRevisionError}
 */
export async function readMarket(reader: BlockReader, request: AaveMarketRequest): Promise<AaveMarket> {
  const afresh = { ...request, before: undefined }
  if (request.before === undefined) return (await readState(reader, afresh)) as AaveMarket
  try {
    return (await readState(reader, request)) ?? (await readMarket(reader, afresh))
  } catch (cause) {
    // A pool that was upgraded may not answer what it was asked.
    if (cause instanceof LendingReadError) return readMarket(reader, afresh)
    throw cause
  }
}

/** Null where the earlier reading does not fit any more. */
async function readState(reader: BlockReader, request: AaveMarketRequest): Promise<AaveMarket | null> {
  const { protocol, family, chain, deployment, before } = request
  const address = deployment.address
  const frame: StaticMarketConfig = before
    ? { ...before, tokens: before.reserves }
    : await readFrame(reader, family, address)
  const { rules, oracle, sentinel, tokens } = frame
  const [head, prices, reserves, modes, premium, isPaused, isLiquidationAllowed] = await Promise.all([
    before && readMarketConfigKey(reader, family, address, frame.provider),
    reader.read({
      address: oracle,
      abi: oracleAbi,
      functionName: 'getAssetsPrices',
      args: [tokens.map(({ token }) => token)],
    }),
    Promise.all(tokens.map((token) => readReserve(reader, family, address, frame, token))),
    readModes(reader, address, oracle, rules, before?.modes),
    reader.read({ address, abi: poolAbi, functionName: 'FLASHLOAN_PREMIUM_TOTAL' }),
    family.pool === 'v2' && reader.read({ address, abi: poolV2Abi, functionName: 'paused' }),
    sentinel === null || !rules.hasSentinel
      ? true
      : reader.read({ address: sentinel, abi: sentinelAbi, functionName: 'isLiquidationAllowed' }),
  ])
  if (head !== undefined && !isOfHead(frame, head)) return null
  const { blockNumber, timestamp } = reader
  const { revision, provider, baseUnit, isInDollars } = frame
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
  known: FrameToken,
): Promise<Omit<AaveReserve, 'price' | 'unitPrice'>> {
  const { token, symbol, decimals, id, aToken, variableDebtToken, stableDebtToken, hasOwnArithmetic } = known
  const scaledTotalOf = (address: Address) => reader.read({ address, abi: tokenAbi, functionName: 'scaledTotalSupply' })
  const ofPool = { address: pool, abi: poolV3Abi, args: [token] } as const
  const [data, scaledSupply, scaledDebt, stableDebt, liquidity, source, graceUntil] = await Promise.all([
    readReserveData(reader, family, pool, token),
    scaledTotalOf(aToken),
    scaledTotalOf(variableDebtToken),
    stableDebtToken === null
      ? 0n
      : reader.read({ address: stableDebtToken, abi: tokenAbi, functionName: 'totalSupply' }),
    rules.hasVirtualBalance
      ? reader.read({ ...ofPool, functionName: 'getVirtualUnderlyingBalance' })
      : reader.read({ address: token, abi: tokenAbi, functionName: 'balanceOf', args: [aToken] }),
    reader.read({ address: oracle, abi: oracleAbi, functionName: 'getSourceOfAsset', args: [token] }),
    rules.hasVirtualBalance ? reader.read({ ...ofPool, functionName: 'getLiquidationGracePeriod' }) : 0,
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
