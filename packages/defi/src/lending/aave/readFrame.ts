import { type Address, erc20Abi_bytes32, hexToString, zeroAddress } from 'viem'
import { toLower } from '../../dex/pool.ts'
import type { BlockReader } from '../../reads/blockReader.ts'
import type { AaveMarket, AaveReserve } from './aaveMarket.ts'
import { oracleAbi, poolAbi, poolV2Abi, poolV3Abi, providerAbi, tokenAbi } from './abi.ts'
import { accrueReserve } from './math/accrual.ts'
import { toConfiguration } from './math/configuration.ts'
import { type AaveVersionRules, UnknownPoolRevisionError } from './versionRules.ts'

/** How to read a pool, and its arithmetic. */
export type AaveFamily = {
  readonly pool: 'v2' | 'v3'
  /** @throws {UnknownPoolRevisionError} */
  readonly toRules: (revision: number, pool: Address) => AaveVersionRules
}

/** Configuration of a market that rarely changes. With it, the rest can be read in one round. */
export type StaticMarketConfig = Pick<
  AaveMarket,
  'revision' | 'rules' | 'provider' | 'oracle' | 'sentinel' | 'baseUnit' | 'isInDollars'
> & {
  readonly tokens: readonly StaticToken[]
}
export type StaticToken = Pick<
  AaveReserve,
  'token' | 'symbol' | 'decimals' | 'id' | 'aToken' | 'variableDebtToken' | 'stableDebtToken' | 'hasOwnArithmetic'
>

/** The values that show whether a cached configuration is still valid. */
type MarketConfigKey = Pick<StaticMarketConfig, 'revision' | 'oracle' | 'sentinel'> & {
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

export function isUnchanged(
  config: StaticMarketConfig,
  { revision, oracle, sentinel, tokens }: MarketConfigKey,
): boolean {
  return (
    config.revision === revision &&
    config.oracle === oracle &&
    config.sentinel === sentinel &&
    config.tokens.length === tokens.length &&
    config.tokens.every(({ token }, index) => token === tokens[index])
  )
}

/** Reads the configuration of a market, in four rounds. */
export async function readStaticConfig(
  reader: BlockReader,
  family: AaveFamily,
  address: Address,
): Promise<StaticMarketConfig> {
  const provider =
    family.pool === 'v2'
      ? await reader.read({ address, abi: poolV2Abi, functionName: 'getAddressesProvider' })
      : await reader.read({ address, abi: poolV3Abi, functionName: 'ADDRESSES_PROVIDER' })
  const key = await readMarketConfigKey(reader, family, address, provider)
  const rules = family.toRules(key.revision, address)
  const oracle = { address: key.oracle, abi: oracleAbi } as const
  const [currency, currencyUnit, found] = await Promise.all([
    reader.tryRead({ ...oracle, functionName: 'BASE_CURRENCY' }),
    reader.tryRead({ ...oracle, functionName: 'BASE_CURRENCY_UNIT' }),
    Promise.all(key.tokens.map((token) => readToken(reader, family, address, rules, token))),
  ])
  // A fork may change its rounding without raising its revision number. In some reserves both results agree by chance.
  if (found.filter(({ isExact }) => !isExact).length * 4 > found.length)
    throw new UnknownPoolRevisionError(address, `does not round like version ${rules.version}`)
  return {
    ...key,
    rules,
    tokens: found.map(({ token }) => token),
    provider: toLower(provider),
    // v2's first oracle uses ether and has no BASE_CURRENCY. Others return the zero address for dollars.
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
): Promise<{ readonly token: StaticToken; readonly isExact: boolean }> {
  const [data, name, bytes] = await Promise.all([
    readReserveData(reader, family, pool, token),
    reader.tryRead({ address: token, abi: tokenAbi, functionName: 'symbol' }),
    reader.tryRead({ address: token, abi: erc20Abi_bytes32, functionName: 'symbol' }),
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
      symbol: name ?? (bytes === undefined ? token.slice(0, 8) : hexToString(bytes, { size: 32 })),
      decimals: toConfiguration(data.configuration.data).decimals,
      stableDebtToken: rules.hasStableDebt ? toLower(data.stableDebtTokenAddress) : null,
      hasOwnArithmetic: !isNear(totalSupplied, supplied) || !isNear(totalBorrowed, borrowed),
    },
  }
}

/** Whether two totals are equal apart from rounding. */
function isNear(a: bigint, b: bigint): boolean {
  const difference = a > b ? a - b : b - a
  return difference <= 2n || difference * 1_000_000_000n < a
}

/** Reads the data of a reserve. Both versions of the struct have the used fields under the same names. */
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
