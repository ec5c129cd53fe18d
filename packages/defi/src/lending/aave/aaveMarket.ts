import type { Address } from 'viem'
import type { Market, Reserve } from '../market.ts'
import type { AaveVersionRules } from './versionRules.ts'

/** An Aave reserve. Basis points are `bigint` if the contract's arithmetic uses them. Addresses are lower case. */
export type AaveReserve = Reserve & {
  /** Position of its two bits in an account's configuration. */
  readonly id: number
  readonly aToken: Address
  readonly variableDebtToken: Address
  /** Null if the pool has no stable-rate debt. */
  readonly stableDebtToken: Address | null
  /** Whether its tokens convert scaled balances differently from the rules, like AMPL on v2. */
  readonly hasOwnArithmetic: boolean
  /** 10 to the power of its decimals. */
  readonly unit: bigint

  readonly ltv: bigint
  readonly liquidationThreshold: bigint
  /** 10500 for 5 %. */
  readonly liquidationBonus: bigint
  /** Share of the bonus. */
  readonly protocolFee: bigint
  readonly isActive: boolean
  readonly isPaused: boolean
  readonly isFlashLoanEnabled: boolean
  /** Its only e-mode category, up to v3.1; 0 for none. */
  readonly mode: number
  /** Last Unix second at which it cannot be liquidated; 0 if there is no grace period. */
  readonly graceUntil: bigint

  /** Stored values in rays, as of `lastUpdate`. */
  readonly liquidityIndex: bigint
  readonly liquidityRate: bigint
  readonly variableBorrowIndex: bigint
  readonly variableBorrowRate: bigint
  /** Unix seconds. */
  readonly lastUpdate: bigint
  /** Supply and debt index at the market's timestamp, in rays. */
  readonly income: bigint
  readonly debtIndex: bigint

  readonly scaledSupply: bigint
  readonly scaledDebt: bigint
  /** Stable-rate debt in base units, at the block of the read. */
  readonly stableDebt: bigint
}

/** An e-mode category. Its parameters replace a reserve's for accounts in the category. */
export type AaveMode = {
  readonly id: number
  readonly ltv: bigint
  readonly liquidationThreshold: bigint
  readonly liquidationBonus: bigint
  /** One bit per reserve id. Unused up to v3.1, because reserves then store their category. */
  readonly collateralBitmap: bigint
  /** Reserves with an LTV of 0 in the category, from v3.6 on. */
  readonly ltvZeroBitmap: bigint
  /** Whether reserves outside the category have an LTV of 0, from v3.7 on. */
  readonly isIsolated: boolean
  /** Up to v3.1, a category may have one price for all its assets. */
  readonly priceSource: Address | null
  readonly price: bigint | null
}

export type AaveMarket = Market<AaveReserve> & {
  readonly id: Address
  readonly revision: number
  readonly rules: AaveVersionRules
  readonly provider: Address
  readonly oracle: Address
  readonly sentinel: Address | null
  /** One unit of the oracle's currency: 10^8 for dollars, 10^18 for ether. */
  readonly baseUnit: bigint
  /** Whether that currency is the US dollar; if not, it is ether. */
  readonly isInDollars: boolean
  readonly modes: readonly AaveMode[]
  /** v2's pause of the whole pool. `isLiquidationAllowed` is a rollup's oracle sentinel, for health factors from 0.95 on. */
  readonly isPaused: boolean
  readonly isLiquidationAllowed: boolean
  readonly flashLoanPremiumBps: number
}
