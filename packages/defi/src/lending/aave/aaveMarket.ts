import type { Address } from 'viem'
import type { Market, Reserve } from '../../market/market.ts'
import type { AaveVersionRules } from './versionRules.ts'

/** Bps are `bigint` where the contract's arithmetic uses them. Addresses are lower case. */
export type AaveReserve = Reserve & {
  /** Position of its two bits in an account's configuration. */
  readonly id: number
  readonly aToken: Address
  readonly variableDebtToken: Address
  /** Null where nobody can owe at a rate of his own. */
  readonly stableDebtToken: Address | null
  /** Whether its tokens turn scaled balances into amounts otherwise than the rules say, as those of AMPL on v2. */
  readonly hasOwnArithmetic: boolean
  /** 10 to the power of its decimals. */
  readonly unit: bigint

  readonly ltv: bigint
  readonly liquidationThreshold: bigint
  /** 10500 for 5 %. */
  readonly liquidationBonus: bigint
  /** Of the bonus. */
  readonly protocolFee: bigint
  readonly isActive: boolean
  readonly isPaused: boolean
  readonly isFlashLoanEnabled: boolean
  /** The one e-mode category it is in, up to v3.1; 0 for none. */
  readonly mode: number
  /** Unix seconds up to and including which it cannot be liquidated; 0 for never. */
  readonly graceUntil: bigint

  /** Rays as stored, true at `lastUpdate`. */
  readonly liquidityIndex: bigint
  readonly liquidityRate: bigint
  readonly variableBorrowIndex: bigint
  readonly variableBorrowRate: bigint
  /** Unix seconds. */
  readonly lastUpdate: bigint
  /** The indexes at the market's timestamp: what one ray of scaled aTokens and of scaled debt has grown to. */
  readonly income: bigint
  readonly debtIndex: bigint

  readonly scaledSupply: bigint
  readonly scaledDebt: bigint
  /** Owed at stable rates, base units, at the block it was read. */
  readonly stableDebt: bigint
}

/** An e-mode category: parameters that replace a reserve's for the accounts that chose it. */
export type AaveMode = {
  readonly id: number
  readonly ltv: bigint
  readonly liquidationThreshold: bigint
  readonly liquidationBonus: bigint
  /** One bit for each reserve id; unused up to v3.1, where reserves name their category. */
  readonly collateralBitmap: bigint
  /** Collateral that nothing may be borrowed on, from v3.6. */
  readonly ltvZeroBitmap: bigint
  /** Whether other collateral has no LTV in it, from v3.7. */
  readonly isIsolated: boolean
  /** Up to v3.1 a category may have one price for all its assets. */
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
  /** What the oracle states one unit of its currency as: 10^8 for dollars, 10^18 for ether. */
  readonly baseUnit: bigint
  /** Whether that currency is the US dollar; if not, it is ether. */
  readonly isInDollars: boolean
  readonly modes: readonly AaveMode[]
  /** By the whole pool (v2's pause) or, for accounts above a health factor of 0.95, by the oracle sentinel of a rollup. */
  readonly isPaused: boolean
  readonly isLiquidationAllowed: boolean
  readonly flashLoanPremiumBps: number
}
