import type { Token } from './prices.ts'

/**
 * Converts an amount in whole tokens to smallest units. Undefined if it is not a positive decimal number, or has more decimals
 * than the token.
 *
 * @example toUnits('1.5', 6) // '1500000'
 */
export function toUnits(amount: string, decimals: number): string | undefined {
  const [, whole, part = ''] = /^(\d{1,40})(?:\.(\d*))?$/.exec(amount.trim()) ?? []
  if (whole === undefined || part.length > decimals) return
  const units = BigInt(whole + part.padEnd(decimals, '0'))
  return units > 0n ? String(units) : undefined
}

/** Converts smallest units to whole tokens, as a number for display. */
export const toWhole = (units: string, { decimals }: Pick<Token, 'decimals'>): number => Number(units) / 10 ** decimals

/** A swap to quote. Amounts are in smallest units. */
export type SwapQuestion = {
  readonly chain: string
  readonly from: Token
  readonly to: Token
  readonly amount: string
  /** Percent. */
  readonly slippage: number
}
