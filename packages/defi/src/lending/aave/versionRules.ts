import type { Address } from 'viem'
import { LendingReadError } from '../../reads/readErrors.ts'

/**
 * What differs between the versions that are in use, each read from the source at its release tag. Data and not code, so
 * that a market carries its rules along.
 */
export type AaveVersionRules = {
  readonly version: string
  /** How debt compounds (MathUtils.calculateCompoundedInterest): from the rate a second, from the rate a year, by Taylor's series. */
  readonly interest: 'perSecond' | 'perYear' | 'series'
  /**
   * Up to v3.4 balances are rounded to the nearest and the health factor takes the average threshold, itself rounded down.
   * From v3.5 balances are rounded against the account (TokenMath), and the health factor weighs each collateral.
   */
  readonly balances: 'nearest' | 'againstAccount'
  /** Rounding of what is seized: v2 applies the bonus before dividing; 3.5 rounds the debt needed up; 3.7 also the rest. */
  readonly seizure: 'bonusFirst' | 'nearest' | 'debtUp' | 'againstLiquidator'
  /**
   * `half`: half of the reserve's debt (v2) · `reserve`: that, or all of it at a health factor of 0.95 and below (v3.0 to
   * v3.2) · `position`: half of the whole position's debt, all of small ones, and no dust left (v3.3 and later).
   */
  readonly closeFactor: 'half' | 'reserve' | 'position'
  /** A reserve names its e-mode category, or a category its reserves. */
  readonly modes: 'none' | 'named' | 'bitmap'
  /** Whether collateral with a threshold of 0 is left out of the sums. */
  readonly skipsZeroThreshold: boolean
  /** Whether a category's LTV counts for a reserve that has none itself. */
  readonly modeSetsLtv: boolean
  readonly hasStableDebt: boolean
  /** Whether the pool counts its liquidity itself, and knows a grace period. */
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
 * By POOL_REVISION. 4 to 11 are the constants of PoolInstance.sol at the tags v3.1.0 to v3.6.0 and at version 3.7.0 of
 * https://github.com/aave-dao/aave-v3-origin (6 is v3.2.1); all below 4 are releases of 3.0.
 */
const byRevision: readonly AaveVersionRules[] = [v30Rules, v30Rules, v30Rules, v31, v32, v32, v33, v34, v35, v36, v37]

/** A pool whose arithmetic this version does not know: a number for it would be a guess. */
export class UnknownPoolRevisionError extends LendingReadError {
  override readonly code = 'UNKNOWN_POOL_REVISION'
  constructor(pool: Address, detail: string) {
    super(
      `The Aave pool ${pool} ${detail}. Its arithmetic is not known here; look for a newer version of this library.`,
    )
  }
}

/** @throws {UnknownPoolRevisionError} */
export function toV3Rules(revision: number, pool: Address): AaveVersionRules {
  const rules = byRevision[revision - 1]
  if (rules === undefined) throw new UnknownPoolRevisionError(pool, `is of revision ${revision}`)
  return rules
}
