import { getOrCreate } from '@outrigger/core/internal'
import type { AaveMarket, AaveMode, AaveReserve } from '../aaveMarket.ts'

/** The parameters of a reserve for accounts in one e-mode category. */
export type ReserveTerms = {
  readonly price: bigint
  /** The category's price, if it replaces the reserve's price. */
  readonly categoryPrice?: bigint
  /** Whether the reserve can be collateral. */
  readonly counts: boolean
  readonly ltv: bigint
  readonly liquidationThreshold: bigint
  readonly liquidationBonus: bigint
  /** `ltv` and `liquidationThreshold` as ratios. */
  readonly ltvRatio: number
  readonly thresholdRatio: number
}

const termsByMarket = new WeakMap<AaveMarket, Map<number, readonly ReserveTerms[]>>()
/** A price update replaces one reserve object. The others keep their cached terms. */
const termsByReserve = new WeakMap<AaveReserve, Map<AaveMode | undefined, ReserveTerms>>()

/** Returns the terms of every reserve for accounts in a category. Cached per market. */
export function toReserveTerms(market: AaveMarket, mode: number): readonly ReserveTerms[] {
  return getOrCreate(
    getOrCreate(termsByMarket, market, () => new Map()),
    mode,
    () => {
      const category = market.modes.find(({ id }) => id === mode)
      return market.reserves.map((reserve) =>
        getOrCreate(
          getOrCreate(termsByReserve, reserve, () => new Map()),
          category,
          () => toTerms(market, reserve, category),
        ),
      )
    },
  )
}

function toTerms({ rules }: AaveMarket, reserve: AaveReserve, mode: AaveMode | undefined): ReserveTerms {
  const inMode = mode !== undefined && isIn(mode, reserve, rules.modes === 'bitmap') ? mode : undefined
  const { liquidationThreshold, liquidationBonus } = inMode ?? reserve
  const ltv = rules.modeSetsLtv ? toLtv(reserve, mode, inMode) : reserve.ltv === 0n ? 0n : (inMode ?? reserve).ltv
  const categoryPrice = inMode?.price
  return {
    price: categoryPrice || reserve.price,
    ...(categoryPrice ? { categoryPrice } : {}),
    counts: !rules.skipsZeroThreshold || reserve.liquidationThreshold !== 0n,
    ltv,
    liquidationThreshold,
    liquidationBonus,
    ltvRatio: Number(ltv) / 10_000,
    thresholdRatio: Number(liquidationThreshold) / 10_000,
  }
}

/** ValidationLogic.getUserReserveLtv of v3.6 and v3.7. */
function toLtv(reserve: AaveReserve, mode: AaveMode | undefined, inMode: AaveMode | undefined): bigint {
  if (inMode !== undefined) return hasBit(inMode.ltvZeroBitmap, reserve.id) ? 0n : inMode.ltv
  return mode?.isIsolated ? 0n : reserve.ltv
}

function isIn(mode: AaveMode, reserve: AaveReserve, isBitmap: boolean): boolean {
  return isBitmap ? hasBit(mode.collateralBitmap, reserve.id) : reserve.mode === mode.id
}

function hasBit(bitmap: bigint, index: number): boolean {
  return ((bitmap >> BigInt(index)) & 1n) === 1n
}
