import type { Account, AssetValue, Health, Market } from '../lending/market.ts'
import { NoDollarValueError, toAccountPriceUsd } from '../lending/prices.ts'
import type { LendingProtocol } from '../lending/protocol.ts'
import type { HealthStatus, LendingPosition } from './position.ts'

const wad = 10n ** 18n

/**
 * Returns the status of a health factor (18 decimals): `HEALTHY` above 1.5 or without debt, `WARNING` above 1.2, `AT_RISK`
 * above 1, else `LIQUIDATABLE`. `isLiquidatable` overrides it, for example for a debt in a deprecated Compound v2 market.
 */
export function toHealthStatus(healthFactor: bigint | null, isLiquidatable: boolean): HealthStatus {
  if (isLiquidatable) return 'LIQUIDATABLE'
  if (healthFactor === null || healthFactor > (wad * 3n) / 2n) return 'HEALTHY'
  if (healthFactor > (wad * 6n) / 5n) return 'WARNING'
  return healthFactor > wad ? 'AT_RISK' : 'LIQUIDATABLE'
}

/**
 * Returns an account's position in one market, in US dollars.
 *
 * @throws {NoDollarValueError}
 * @example
 * const [market] = valueMarkets(await aaveV3Lending.getMarkets(reader, 'ethereum', deployment))
 * computePosition(aaveV3Lending, market, account).healthFactor // 1043000000000000000n
 */
export function computePosition(protocol: LendingProtocol, market: Market, account: Account): LendingPosition {
  const health = protocol.computeHealth(market, account)
  const { healthFactor, isLiquidatable } = health
  const flips = computeFlips(health)
  const describe = (asset: AssetValue) => {
    const { amount } = asset
    const { token, symbol, decimals } = reserveAt(market, asset.reserve)
    const priceUsd = toAccountPriceUsd(market, asset)
    if (priceUsd === null) throw new NoDollarValueError(market)
    const flip = flips.get(toPriceKey(asset))
    return {
      token,
      symbol,
      decimals,
      amount,
      valueUsd: (Number(amount) / 10 ** decimals) * priceUsd,
      liquidationPriceUsd: flip === undefined ? null : flip * priceUsd,
    }
  }
  const collateral = health.collateral.map((one) => ({
    ...describe(one),
    isCollateral: one.isCollateral,
    ltv: one.ltv,
    liquidationThreshold: one.liquidationThreshold,
    supplyApy: reserveAt(market, one.reserve).supplyApy,
  }))
  const debt = health.debt.map((one) => ({ ...describe(one), borrowApy: reserveAt(market, one.reserve).borrowApy }))

  const suppliedUsd = sum(collateral, ({ valueUsd }) => valueUsd)
  const debtUsd = sum(debt, ({ valueUsd }) => valueUsd)
  // Every asset implies a dollar value of the protocol's unit. The weighted average is the most accurate one.
  const units = sum([...health.collateral, ...health.debt], ({ value }) => Number(value))
  const unitUsd = units === 0 ? 0 : (suppliedUsd + debtUsd) / units
  const earnedUsd = sum(collateral, (one) => one.valueUsd * one.supplyApy)
  const paidUsd = sum(debt, (one) => one.valueUsd * one.borrowApy)
  return {
    protocol: protocol.id,
    market: market.id,
    healthFactor,
    status: toHealthStatus(healthFactor, isLiquidatable),
    isLiquidatable,
    liquidationObstacle: isLiquidatable ? (protocol.findObstacle?.(market, account) ?? null) : null,
    totalCollateralUsd: sum(collateral, (one) => (one.isCollateral ? one.valueUsd : 0)),
    totalDebtUsd: debtUsd,
    availableToBorrowUsd: Number(health.availableToBorrow) * unitUsd,
    netApy: suppliedUsd > debtUsd ? (earnedUsd - paidUsd) / (suppliedUsd - debtUsd) : 0,
    collateral,
    debt,
  }
}

/** The price of an asset: its own, or the shared price of its e-mode category. */
type PriceKey = number | 'category'
const toPriceKey = ({ reserve, categoryPrice }: AssetValue): PriceKey =>
  categoryPrice === undefined ? reserve : 'category'

/**
 * Returns the factor by which each price alone must change until weighted collateral equals debt: C + w·x = D + d·x, with
 * C and D the sums over the assets with other prices. Omits a price if no factor above zero does that.
 */
function computeFlips({ collateral, debt }: Health): ReadonlyMap<PriceKey, number> {
  const weights = new Map<PriceKey, number>()
  const add = (asset: AssetValue, weight: number) => {
    const key = toPriceKey(asset)
    weights.set(key, (weights.get(key) ?? 0) + weight)
  }
  for (const asset of collateral) if (asset.isCollateral) add(asset, Number(asset.value) * asset.liquidationThreshold)
  for (const asset of debt) add(asset, -Number(asset.value))
  const margin = [...weights.values()].reduce((total, weight) => total + weight, 0)
  if (debt.length === 0) return new Map()
  return new Map(
    [...weights].flatMap(([key, weight]) => {
      const flip = 1 - margin / weight
      return Number.isFinite(flip) && flip > 0 ? [[key, flip] as const] : []
    }),
  )
}

function reserveAt(market: Market, index: number): Market['reserves'][number] {
  const reserve = market.reserves[index]
  if (reserve === undefined) throw new NoDollarValueError(market)
  return reserve
}

function sum<item>(items: readonly item[], value: (item: item) => number): number {
  return items.reduce((total, item) => total + value(item), 0)
}
