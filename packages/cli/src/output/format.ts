import { toGwei } from '@outrigger/core'
import { formatUnits } from 'viem'
import { createDecimals } from './decimals.ts'

const gwei = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 4 })
const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })

export const formatGwei = (wei: bigint): string => gwei.format(toGwei(wei))

export const formatCount = (value: bigint | number): string => whole.format(value)

/** Formats whole percents, with tenths near 0 % and 100 %: 0.997 is 99.7 %, not 100 %. */
export function formatPercent(ratio: number | null): string {
  if (ratio === null) return '-'
  const percents = Math.round(ratio * 100)
  return `${percents === 0 || percents === 100 ? Math.floor(ratio * 1000) / 10 : percents} %`
}

export const formatMs = (ms: number | null): string => (ms === null ? '-' : `${ms.toFixed(ms < 10 ? 1 : 0)} ms`)

/** Formats a duration as `0:59` or `1:02:03`. */
export function formatDuration(ms: number): string {
  const seconds = Math.floor(ms / 1000)
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  const tail = String(seconds % 60).padStart(2, '0')
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${tail}` : `${minutes}:${tail}`
}

/** Formats the dollars of one column, with 2 to `max` decimals. */
export function formatUsds(values: readonly number[], max = 2): readonly string[] {
  return createDecimals({ min: 2, max })(values).map((text) => text.replace(/^(-?<?)/, '$1$'))
}

type Amount = { readonly amount: bigint; readonly decimals: number }

const toNumber = ({ amount, decimals }: Amount): number => Number(formatUnits(amount, decimals))

/** Formats the token amounts of one column. */
export const formatAmounts = (amounts: readonly Amount[]): readonly string[] =>
  createDecimals({ min: 2, max: 6 })(amounts.map(toNumber))

export const formatApy = (ratio: number): string => `${(ratio * 100).toFixed(2)} %`

/** Formats a change, such as `+1.24 %`. */
export const formatChange = (ratio: number | null): string =>
  ratio === null ? '-' : `${ratio > 0 ? '+' : ''}${(ratio * 100).toFixed(2)} %`

/** Formats an age in its largest unit: `12 s`, `3 min`, `5 h`, `2 d`. */
export function formatAge(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000))
  if (seconds < 120) return `${seconds} s`
  if (seconds < 7_200) return `${Math.round(seconds / 60)} min`
  return seconds < 172_800 ? `${Math.round(seconds / 3_600)} h` : `${Math.round(seconds / 86_400)} d`
}
