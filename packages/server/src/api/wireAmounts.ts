import type { ChainProfile } from '@outrigger/core'
import { formatUnits } from 'viem'

export type WireChain = Pick<ChainProfile, 'name' | 'nativeCurrency'>

/** Formats an amount with its unit, such as `1.5 ETH`. */
export const toAmount = (amount: bigint, { nativeCurrency: { decimals, symbol } }: WireChain): string =>
  `${formatUnits(amount, decimals)} ${symbol}`

/** Formats Unix seconds. */
export const toTime = (seconds: bigint): string => new Date(Number(seconds) * 1000).toISOString()

/** Adds the age in seconds, in tenths, which is precise enough. */
export const withAge = <aged extends { readonly timestampMs: number }>(one: aged, nowMs: number) => ({
  ...one,
  ageSeconds: Math.round(Math.max(0, nowMs - one.timestampMs) / 100) / 10,
})
