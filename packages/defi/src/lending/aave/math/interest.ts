import type { StableDebt } from '../../market.ts'
import type { AaveVersionRules } from '../versionRules.ts'
import { ray, rayMul } from './fixedPoint.ts'

const secondsPerYear = 31_536_000n

/** Computes MathUtils.calculateLinearInterest, in rays. */
export function computeLinearInterest(rate: bigint, seconds: bigint): bigint {
  return ray + (rate * seconds) / secondsPerYear
}

/**
 * Computes MathUtils.calculateCompoundedInterest, in rays. It uses three terms of (1 + rate / year)^seconds, which
 * differ by version.
 */
export function computeCompoundInterest(kind: AaveVersionRules['interest'], rate: bigint, seconds: bigint): bigint {
  if (seconds === 0n) return ray
  if (kind === 'series') {
    const x = (rate * seconds) / secondsPerYear
    return ray + x + rayMul(x, x / 2n + rayMul(x, x / 6n))
  }
  const lessOne = seconds - 1n
  const lessTwo = seconds > 2n ? seconds - 2n : 0n
  const perSecond = rate / secondsPerYear
  const isPerSecond = kind === 'perSecond'
  const first = isPerSecond ? perSecond * seconds : (rate * seconds) / secondsPerYear
  const squared = isPerSecond ? rayMul(perSecond, perSecond) : rayMul(rate, rate) / (secondsPerYear * secondsPerYear)
  const cubed = isPerSecond ? rayMul(squared, perSecond) : rayMul(squared, rate) / secondsPerYear
  return ray + first + (seconds * lessOne * squared) / 2n + (seconds * lessOne * lessTwo * cubed) / 6n
}

/** Computes StableDebtToken.balanceOf. The debt is compounded at the account's own rate since its last update. */
export function computeStableDebt(
  rules: AaveVersionRules,
  { principal, rate, lastUpdate }: StableDebt,
  timestamp: bigint,
): bigint {
  return rayMul(principal, computeCompoundInterest(rules.interest, rate, timestamp - lastUpdate))
}

/** Converts a rate in rays to a ratio per year, compounded each second. */
export function toApy(rate: bigint): number {
  const seconds = Number(secondsPerYear)
  return Math.expm1(seconds * Math.log1p(Number(rate) / 1e27 / seconds))
}
