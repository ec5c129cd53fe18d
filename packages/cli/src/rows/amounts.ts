import { formatUnits } from 'viem'

/** Number of whole tokens. */
export const toTokens = (amount: bigint, decimals: number): number => Number(formatUnits(amount, decimals))

/** Number of whole tokens. Null if the amount or the number of decimals is unknown. */
export const toTokensOrNull = (amount: bigint | null, decimals: number | null | undefined): number | null =>
  amount === null || decimals == null ? null : toTokens(amount, decimals)

/** Number of whole native tokens. */
export const toEther = (wei: bigint): number => toTokens(wei, 18)

export const toEtherOrNull = (wei: bigint | null): number | null => (wei === null ? null : toEther(wei))

/** Unix ms of Unix seconds. */
export const toMs = (seconds: bigint | number | null): number | null =>
  seconds === null ? null : Number(seconds) * 1000

/** Hashes, addresses or names in one cell. Null if there are none. */
export const toList = (items: readonly string[]): string | null => (items.length === 0 ? null : items.join(','))

/** Symbol and decimals of a token. Null if they are unknown. */
export type Token = { readonly symbol: string; readonly decimals: number | null } | null
