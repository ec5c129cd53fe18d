import { toGwei } from '@outrigger/core'
import { formatUnits } from 'viem'

const gwei = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 4 })
const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })

export const formatGwei = (wei: bigint): string => gwei.format(toGwei(wei))

export const formatCount = (value: bigint | number): string => whole.format(value)

export const formatPercent = (ratio: number | null): string => (ratio === null ? '-' : `${Math.round(ratio * 100)} %`)

export const formatMs = (ms: number | null): string =>
  ms === null ? '-' : `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`

/** `0:59`, `1:02:03`. */
export function formatDuration(ms: number): string {
  const seconds = Math.floor(ms / 1000)
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  const tail = String(seconds % 60).padStart(2, '0')
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${tail}` : `${minutes}:${tail}`
}

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
const smallDollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumSignificantDigits: 5 })
const tokens = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 6 })

export const formatUsd = (value: number): string => (Math.abs(value) < 10 ? smallDollars : dollars).format(value)

export const formatTokens = ({ amount, decimals }: { readonly amount: bigint; readonly decimals: number }): string =>
  tokens.format(Number(formatUnits(amount, decimals)))

export const formatApy = (ratio: number): string => `${(ratio * 100).toFixed(2)} %`
