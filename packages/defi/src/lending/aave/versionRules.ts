import type { Address } from 'viem'
import { LendingReadError } from '../../reads/readErrors.ts'

/**
 * The differences between the versions in use, from the source code at each release tag. The rules are data, so that
 * a market can contain them.
 */
export type AaveVersionRules = {
  readonly version: string
  /** How debt compounds (MathUtils.calculateCompoundedInterest): by the rate per second, the rate per year, or a Taylor series. */
  readonly interest: 'perSecond' | 'perYear' | 'series'
  /**
   * Up to v3.4, balances are rounded to nearest and the health factor uses the average threshold, rounded down. From v3.5
   * on, balances are rounded against the account (TokenMath) and the health factor weighs each collateral.
   */
  readonly balances: 'nearest' | 'againstAccount'
  /** Rounding of the seized amount: v2 applies the bonus before dividing, 3.5 rounds the needed debt up, 3.7 also the rest. */
  readonly seizure: 'bonusFirst' | 'nearest' | 'debtUp' | 'againstLiquidator'
  /**
   * `half`: half of the reserve's debt (v2) · `reserve`: half, or all of it at a health factor of 0.95 or below (v3.0 to
   * v3.2) · `position`: half of the position's debt, or all of the reserve's debt at a health factor of 0.95 or below and of
   * small positions, without leaving dust (from v3.3 on).
   */
  readonly closeFactor: 'half' | 'reserve' | 'position'
  /** `named`: a reserve stores its e-mode category · `bitmap`: a category stores its reserves. */
  readonly modes: 'none' | 'named' | 'bitmap'
  /** Whether collateral with a threshold of 0 is excluded from the sums. */
  readonly skipsZeroThreshold: boolean
  /** Whether a category's LTV applies to a reserve with an LTV of 0. */
  readonly modeSetsLtv: boolean
  readonly hasStableDebt: boolean
  /** Whether the pool tracks its own liquidity and has a grace period. */
  readonly hasVirtualBalance: boolean
  readonly hasSentinel: boolean
}

/** https://github.com/aave/protocol-v2 at 1.0.1, LendingPoolCollateralManager.sol and GenericLogic.sol */
export const v2Rules: AaveVersionRules = {
  version: '2',
  interest: 'perSecond',
  balances: 'nearest',
  seizure: 'bonusFirst',
  closeFactor: 'half',
  modes: 'none',
  skipsZeroThreshold: true,
  modeSetsLtv: false,
  hasStableDebt: true,
  hasVirtualBalance: false,
  hasSentinel: false,
}

/** https://github.com/aave/aave-v3-core at 1.19.3 */
export const v30Rules: AaveVersionRules = {
  ...v2Rules,
  version: '3.0',
  interest: 'perYear',
  seizure: 'nearest',
  closeFactor: 'reserve',
  modes: 'named',
  hasSentinel: true,
}

const v31: AaveVersionRules = { ...v30Rules, version: '3.1', hasVirtualBalance: true }
const v32: AaveVersionRules = { ...v31, version: '3.2', modes: 'bitmap', hasStableDebt: false }
const v33: AaveVersionRules = { ...v32, version: '3.3', closeFactor: 'position' }
const v34: AaveVersionRules = { ...v33, version: '3.4', interest: 'series' }
const v35: AaveVersionRules = { ...v34, version: '3.5', balances: 'againstAccount', seizure: 'debtUp' }
const v36: AaveVersionRules = { ...v35, version: '3.6', skipsZeroThreshold: false, modeSetsLtv: true }
const v37: AaveVersionRules = { ...v36, version: '3.7', seizure: 'againstLiquidator', hasSentinel: false }

/**
 * Rules by POOL_REVISION - 1. 4 to 11 are the constants of PoolInstance.sol at the tags v3.1.0 to v3.6.0 and at version
 * 3.7.0 of https://github.com/aave-dao/aave-v3-origin (6 is v3.2.1). Revisions below 4 are releases of 3.0.
 */
const byRevision: readonly AaveVersionRules[] = [v30Rules, v30Rules, v30Rules, v31, v32, v32, v33, v34, v35, v36, v37]

/** The arithmetic of the pool's version is unknown, so it cannot be computed. */
export class UnknownPoolRevisionError extends LendingReadError {
  override readonly code = 'UNKNOWN_POOL_REVISION'
  constructor(pool: Address, detail: string) {
    super(
      `The Aave pool ${pool} ${detail}. This version of the library does not know its arithmetic. Look for a newer one.`,
    )
  }
}

/** @throws {UnknownPoolRevisionError} */
export function toV3Rules(revision: number, pool: Address): AaveVersionRules {
  const rules = byRevision[revision - 1]
  if (rules === undefined) throw new UnknownPoolRevisionError(pool, `has revision ${revision}`)
  return rules
}
