import { getOrCreate } from '@outrigger/core/internal'
import type { AaveMarket, AaveMode, AaveReserve } from '../aaveMarket.ts'

/** What a reserve counts for an account of one e-mode category. */
export type ReserveTerms = {
  readonly price: bigint
  /** The same, where it is the category's and not the reserve's. */
  readonly categoryPrice?: bigint
  /** Whether it may be collateral at all. */
  readonly counts: boolean
  readonly ltv: bigint
  readonly liquidationThreshold: bigint
  readonly liquidationBonus: bigint
  /** The same, as ratios. */
  readonly ltvRatio: number
  readonly thresholdRatio: number
}

const ofMarkets = new WeakMap<AaveMarket, Map<number, readonly ReserveTerms[]>>()
/** A new price makes one reserve anew, and the others stay. */
const ofReserves = new WeakMap<AaveReserve, Map<AaveMode | undefined, ReserveTerms>>()

/** Of every reserve, for the accounts of a category; made once for a market. */
export function toReserveTerms(market: AaveMarket, mode: number): readonly ReserveTerms[] {
  const ofMarket = getOrCreate(ofMarkets, market, () => new Map())
  return getOrCreate(ofMarket, mode, () => {
    const category = market.modes.find(({ id }) => id === mode)
    return market.reserves.map((reserve) => {
      const ofReserve = getOrCreate(ofReserves, reserve, () => new Map())
      return getOrCreate(ofReserve, category, () => toTerms(market, reserve, category))
    })
  })
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
