import { OutriggerError } from '@outrigger/core'
import type { LendingProtocol } from '../lending/protocol.ts'
import type { Account, AssetValue, Health, Market } from '../market/market.ts'
import { toAccountPriceUsd } from '../market/prices.ts'
import type { HealthStatus, LendingPosition } from './position.ts'

const wad = 10n ** 18n

/** A market's prices are stated in something whose value in dollars is not known on the chain. */
export class NoDollarValueError extends OutriggerError {
  readonly code = 'NO_DOLLAR_VALUE'
  constructor({ protocol, id }: Market) {
    super(
      `Prices of the ${protocol} market ${id} are not in dollars, and no other market read has one of its tokens. Read a protocol that has, aave_v3 for example, along with it.`,
    )
  }
}

/**
 * Returns the status by the health factor (18 decimals): above 1.5 or without debt, above 1.2, above 1, the rest. What may be
 * liquidated for another reason is `LIQUIDATABLE` whatever the factor, as a debt of a deprecated Compound v2 market.
 */
export function toHealthStatus(healthFactor: bigint | null, isLiquidatable: boolean): HealthStatus {
  if (isLiquidatable) return 'LIQUIDATABLE'
  if (healthFactor === null || healthFactor > (wad * 3n) / 2n) return 'HEALTHY'
  if (healthFactor > (wad * 6n) / 5n) return 'WARNING'
  return healthFactor > wad ? 'AT_RISK' : 'LIQUIDATABLE'
}

/**
 * An account's side of one market in US dollars.
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
  // Every asset says what the protocol's unit is worth; together they say it best.
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

/** The price an asset goes by: its own, or the one its e-mode category has for all its assets. */
type PriceKey = number | 'category'
const toPriceKey = ({ reserve, categoryPrice }: AssetValue): PriceKey =>
  categoryPrice === undefined ? reserve : 'category'

/**
 * By how much one price alone has to change for weighted collateral to equal debt: C + w·x = D + d·x with C and D what the
 * assets of other prices make. Left out where no price above zero does that.
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
