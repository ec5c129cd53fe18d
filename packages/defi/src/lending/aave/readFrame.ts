import { type Address, type Hex, hexToString, zeroAddress } from 'viem'
import type { BlockReader } from '../../reads/blockReader.ts'
import type { AaveMarket, AaveReserve } from './aaveMarket.ts'
import { bytesSymbolAbi, oracleAbi, poolAbi, poolV2Abi, poolV3Abi, providerAbi, tokenAbi } from './abi.ts'
import { accrueReserve } from './math/accrual.ts'
import { toConfiguration } from './math/configuration.ts'
import { type AaveVersionRules, UnknownPoolRevisionError } from './versionRules.ts'

/** How a fork's pool is read and computed with. */
export type AaveFamily = {
  readonly pool: 'v2' | 'v3'
  /** @throws {UnknownPoolRevisionError} */
  readonly toRules: (revision: number, pool: Address) => AaveVersionRules
}

/** Configuration of a market that hardly ever changes, so that the rest can be asked for at once. */
export type StaticMarketConfig = Pick<
  AaveMarket,
  'revision' | 'rules' | 'provider' | 'oracle' | 'sentinel' | 'baseUnit' | 'isInDollars'
> & {
  readonly tokens: readonly FrameToken[]
}
export type FrameToken = Pick<
  AaveReserve,
  'token' | 'symbol' | 'decimals' | 'id' | 'aToken' | 'variableDebtToken' | 'stableDebtToken' | 'hasOwnArithmetic'
>

/** Says whether a configuration that was read before still holds. */
export type MarketConfigKey = Pick<StaticMarketConfig, 'revision' | 'oracle' | 'sentinel'> & {
  readonly tokens: readonly Address[]
}

export async function readMarketConfigKey(
  reader: BlockReader,
  { pool }: AaveFamily,
  address: Address,
  provider: Address,
): Promise<MarketConfigKey> {
  const [revision, tokens, oracle, sentinel] = await Promise.all([
    pool === 'v2'
      ? reader.read({ address, abi: poolV2Abi, functionName: 'LENDINGPOOL_REVISION' })
      : reader.read({ address, abi: poolV3Abi, functionName: 'POOL_REVISION' }),
    reader.read({ address, abi: poolAbi, functionName: 'getReservesList' }),
    reader.read({ address: provider, abi: providerAbi, functionName: 'getPriceOracle' }),
    pool === 'v2'
      ? undefined
      : reader.tryRead({ address: provider, abi: providerAbi, functionName: 'getPriceOracleSentinel' }),
  ])
  return {
    revision: Number(revision),
    tokens: tokens.map(toLower),
    oracle: toLower(oracle),
    sentinel: sentinel === undefined || sentinel === zeroAddress ? null : toLower(sentinel),
  }
}

export function isOfHead(frame: StaticMarketConfig, { revision, oracle, sentinel, tokens }: MarketConfigKey): boolean {
  return (
    frame.revision === revision &&
    frame.oracle === oracle &&
    frame.sentinel === sentinel &&
    frame.tokens.length === tokens.length &&
    frame.tokens.every(({ token }, index) => token === tokens[index])
  )
}

/** Four rounds. */
export async function readFrame(
  reader: BlockReader,
  family: AaveFamily,
  address: Address,
): Promise<StaticMarketConfig> {
  const provider =
    family.pool === 'v2'
      ? await reader.read({ address, abi: poolV2Abi, functionName: 'getAddressesProvider' })
      : await reader.read({ address, abi: poolV3Abi, functionName: 'ADDRESSES_PROVIDER' })
  const head = await readMarketConfigKey(reader, family, address, provider)
  const rules = family.toRules(head.revision, address)
  const oracle = { address: head.oracle, abi: oracleAbi } as const
  const [currency, currencyUnit, found] = await Promise.all([
    reader.tryRead({ ...oracle, functionName: 'BASE_CURRENCY' }),
    reader.tryRead({ ...oracle, functionName: 'BASE_CURRENCY_UNIT' }),
    Promise.all(head.tokens.map((token) => readToken(reader, family, address, rules, token))),
  ])
  // A fork may change its rounding without raising its revision number; in some reserves both ways agree by chance.
  if (found.filter(({ isExact }) => !isExact).length * 4 > found.length)
    throw new UnknownPoolRevisionError(address, `does not round as version ${rules.version} does`)
  return {
    ...head,
    rules,
    tokens: found.map(({ token }) => token),
    provider: toLower(provider),
    // v2's first oracle states prices in ether and does not say so; the others name dollars by the zero address.
    baseUnit: currencyUnit ?? 10n ** 18n,
    isInDollars: currency === zeroAddress,
  }
}

async function readToken(
  reader: BlockReader,
  family: AaveFamily,
  pool: Address,
  rules: AaveVersionRules,
  token: Address,
): Promise<{ readonly token: FrameToken; readonly isExact: boolean }> {
  const [data, name, bytes] = await Promise.all([
    readReserveData(reader, family, pool, token),
    reader.tryRead({ address: token, abi: tokenAbi, functionName: 'symbol' }),
    reader.tryRead({ address: token, abi: bytesSymbolAbi, functionName: 'symbol' }),
  ])
  const [aToken, variableDebtToken] = [toLower(data.aTokenAddress), toLower(data.variableDebtTokenAddress)]
  const totalOf = (address: Address) => reader.read({ address, abi: tokenAbi, functionName: 'totalSupply' })
  const scaledOf = (address: Address) => reader.read({ address, abi: tokenAbi, functionName: 'scaledTotalSupply' })
  const [supplied, borrowed, scaledSupply, scaledDebt] = await Promise.all([
    totalOf(aToken),
    totalOf(variableDebtToken),
    scaledOf(aToken),
    scaledOf(variableDebtToken),
  ])
  const stored = { ...toStored(data), scaledSupply, scaledDebt, stableDebt: 0n }
  const { totalSupplied, totalBorrowed } = accrueReserve(rules, stored, reader.timestamp)
  return {
    isExact: totalSupplied === supplied && totalBorrowed === borrowed,
    token: {
      token,
      aToken,
      variableDebtToken,
      id: data.id,
      symbol: name ?? (bytes === undefined ? token.slice(0, 8) : toText(bytes)),
      decimals: toConfiguration(data.configuration.data).decimals,
      stableDebtToken: rules.hasStableDebt ? toLower(data.stableDebtTokenAddress) : null,
      hasOwnArithmetic: !isNear(totalSupplied, supplied) || !isNear(totalBorrowed, borrowed),
    },
  }
}

/** But for rounding. */
function isNear(a: bigint, b: bigint): boolean {
  const difference = a > b ? a - b : b - a
  return difference <= 2n || difference * 1_000_000_000n < a
}

/** Both structs hold what is read of them by the same names. */
export function readReserveData(reader: BlockReader, { pool }: AaveFamily, address: Address, token: Address) {
  const functionName = 'getReserveData'
  return pool === 'v2'
    ? reader.read({ address, abi: poolV2Abi, functionName, args: [token] })
    : reader.read({ address, abi: poolV3Abi, functionName, args: [token] })
}

export function toStored(data: Awaited<ReturnType<typeof readReserveData>>) {
  return {
    liquidityIndex: data.liquidityIndex,
    liquidityRate: data.currentLiquidityRate,
    variableBorrowIndex: data.variableBorrowIndex,
    variableBorrowRate: data.currentVariableBorrowRate,
    lastUpdate: BigInt(data.lastUpdateTimestamp),
  }
}

export function toLower(address: Address): Address {
  return address.toLowerCase() as Address
}

function toText(bytes: Hex): string {
  return hexToString(bytes, { size: 32 }).replaceAll('\0', '')
}
