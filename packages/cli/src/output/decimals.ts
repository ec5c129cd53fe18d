/** Formats the numbers of one column. */
export type Decimals = (values: readonly number[]) => readonly string[]

export type DecimalsOptions = {
  /** Minimum number of significant digits of the smallest number. @default 4 */
  readonly significant?: number
  /** @default 0 */
  readonly min?: number
  /** Smaller values are written as `<0.01`. @default 9 */
  readonly max?: number
}

/**
 * Creates a formatter for the numbers of a column. All have the same number of decimals, including trailing zeros, so
 * that the decimal points line up. Later numbers of the column have at least as many decimals as earlier ones.
 */
export function createDecimals({ significant = 4, min = 0, max = 9 }: DecimalsOptions = {}): Decimals {
  let decimals = min
  return (values) => {
    for (const value of values)
      if (value !== 0 && Number.isFinite(value))
        decimals = Math.max(decimals, Math.min(max, significant - 1 - Math.floor(Math.log10(Math.abs(value)))))
    const format = new Intl.NumberFormat('en-US', { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
    const least = 10 ** -decimals
    return values.map((value) =>
      value !== 0 && Math.abs(value) < least / 2
        ? `${value < 0 ? '-' : ''}<${format.format(least)}`
        : format.format(value),
    )
  }
}
