const number = (options: Intl.NumberFormatOptions) => new Intl.NumberFormat('en', options)
const plain = number({ maximumFractionDigits: 2 })
const decimal = number({ minimumFractionDigits: 2, maximumFractionDigits: 2 })
const small = number({ maximumSignificantDigits: 3 })
const fee = number({ minimumSignificantDigits: 3, maximumSignificantDigits: 3 })
const thousandths = number({ minimumFractionDigits: 3, maximumFractionDigits: 3 })
const tenThousandths = number({ minimumFractionDigits: 4, maximumFractionDigits: 4 })
const exact = number({ minimumFractionDigits: 4, maximumFractionDigits: 6 })
const compact = number({ notation: 'compact', maximumFractionDigits: 1 })
const dollars = number({ style: 'currency', currency: 'USD', maximumFractionDigits: 2 })
const compactDollars = number({ style: 'currency', currency: 'USD', notation: 'compact', maximumFractionDigits: 2 })

/** Formats whole numbers as they are, other numbers with two decimals, and numbers below 1 with three significant digits. */
export const formatNumber = (value: number): string => pick(value).format(value)
const pick = (value: number) => (Math.abs(value) < 1 ? small : Number.isInteger(value) ? plain : decimal)
/** Formats a fee per gas, so that the digits of a column are comparable: `9.50`, `0.0152`. Fees below 1,000 wei are in wei: `8 wei`. */
export const formatGwei = (gwei: number): string =>
  isTiny(gwei)
    ? `${formatCount(Math.round(gwei * 1e9))} wei`
    : (gwei !== 0 && Math.abs(gwei) < 1 ? fee : decimal).format(gwei)
/** Formats a fee per gas with its unit. */
export const formatFee = (gwei: number): string => (isTiny(gwei) ? formatGwei(gwei) : `${formatGwei(gwei)} gwei`)
const isTiny = (gwei: number) => gwei !== 0 && Math.abs(gwei) < 1e-6
export const formatCount = (value: number): string => (Math.abs(value) < 100_000 ? plain : compact).format(value)
export const formatUsd = (value: number): string => (Math.abs(value) < 100_000 ? dollars : compactDollars).format(value)
/** Formats a dollar amount to the cent at any size. Amounts below ten cents have three significant digits. */
export const formatExactUsd = (value: number): string =>
  value !== 0 && Math.abs(value) < 0.1 ? `$${small.format(value)}` : dollars.format(value)
/** Formats a health factor. Values near 1 have more decimals, so that the reader sees whether they are above or below 1. */
export const formatHealth = (health: number): string =>
  (health !== 1 && Math.abs(health - 1) < 0.005 ? exact : thousandths).format(health)
/** Returns a formatter of health factors that shows a fourth decimal if two of them are the same with three. */
export function toHealthFormat(healths: readonly number[]): (health: number) => string {
  const isTied = new Set(healths.map(formatHealth)).size < new Set(healths).size
  return (health) => (isTied && Math.abs(health - 1) >= 0.005 ? tenThousandths.format(health) : formatHealth(health))
}
/** Formats a ratio (0-1) as a percentage. */
export const formatPercent = (share: number): string => `${plain.format(share * 100)} %`
export const formatMs = (ms: number): string => (ms < 1000 ? `${small.format(ms)} ms` : `${plain.format(ms / 1000)} s`)

/** Formats a duration in its largest unit: `45 s`, `3 min`. */
export function formatAge(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000))
  if (seconds < 60) return `${seconds} s`
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`
  if (seconds < 172_800) return `${Math.floor(seconds / 3600)} h`
  return `${Math.floor(seconds / 86_400)} d`
}

/** Formats the number of a text such as `36.4841002291 ETH`. */
export const formatQuantity = (text: string): string =>
  text.replace(/^[\d.]+/, (digits) => formatNumber(Number(digits)))
/** Adds separators to the number of a text such as `9999.99950629 ETH`, and keeps all its digits. */
export const formatExact = (text: string): string =>
  text.replace(/^\d+/, (digits) => BigInt(digits).toLocaleString('en'))

/** Formats a time in the local time zone, without the year. */
export const formatTime = (iso: string | number): string =>
  new Date(iso).toLocaleString('en-GB', {
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })

/** Formats a time that may be years ago, with the year and the time zone. */
export const formatFullTime = (iso: string | number): string =>
  new Date(iso).toLocaleString('en-GB', {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'short',
  })

/** Shortens a hash or an address to its first 8 and last 4 characters. */
export const shorten = (hex: string): string => (hex.length > 14 ? `${hex.slice(0, 8)}…${hex.slice(-4)}` : hex)

const toTick = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('en-GB', options)
const [dayTick, minuteTick, secondTick] = [
  toTick({ month: 'short', day: 'numeric' }),
  toTick({ hour: '2-digit', minute: '2-digit' }),
  toTick({ hour: '2-digit', minute: '2-digit', second: '2-digit' }),
]

/** Formats the ticks of a time axis (Unix seconds) as days, minutes or seconds, depending on the distance between them. */
export function formatTicks(ticks: readonly number[]): string[] {
  const apart = (ticks[1] ?? Number.POSITIVE_INFINITY) - (ticks[0] ?? 0)
  const tick = apart >= 86_400 ? dayTick : apart >= 60 ? minuteTick : secondTick
  // If ticks are less than a second apart, only whole seconds have a label.
  return ticks.map((seconds) => (Number.isInteger(seconds) ? tick.format(seconds * 1000) : ''))
}

const signed = number({ minimumFractionDigits: 2, maximumFractionDigits: 2, signDisplay: 'exceptZero' })

/** Formats percent with two decimals, for columns. */
export const formatFixedPercent = (percent: number): string => `${decimal.format(percent)} %`
/** Formats a change in percent with its sign: `+1.50 %`. A change that is not known is a dash. */
export const formatChange = (percent: number | null): string => (percent === null ? '–' : `${signed.format(percent)} %`)

type ColumnFormat = {
  /** Digits that the smallest number has. @default 3 */
  readonly digits?: number
  readonly currency?: 'USD'
}

/**
 * Returns a formatter that gives all numbers of a column the same number of decimals, from two to eight. The smallest number
 * decides it.
 *
 * @example [9.5, 0.0152].map(toColumnFormat([9.5, 0.0152])) // ['9.5000', '0.0152']
 */
export function toColumnFormat(values: readonly number[], { digits = 3, currency }: ColumnFormat = {}) {
  const least = Math.min(...values.map(Math.abs).filter((size) => size > 0))
  const decimals = Number.isFinite(least) ? digits - 1 - Math.floor(Math.log10(least)) : 2
  const fixed = Math.min(8, Math.max(2, decimals))
  const style = currency === undefined ? 'decimal' : 'currency'
  return number({ style, currency, minimumFractionDigits: fixed, maximumFractionDigits: fixed }).format
}

/** Returns a formatter of prices in US dollars with the same number of decimals. */
export const toPriceFormat = (prices: readonly number[]) => toColumnFormat(prices, { digits: 4, currency: 'USD' })
