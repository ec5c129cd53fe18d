import { ask } from './dashboardQuestions.ts'

export type Finding = {
  readonly id: string
  readonly type: string
  readonly transactions: readonly string[]
  readonly block_number: number
  /** 0-1. */
  readonly confidence: number
  readonly basis: string
  readonly estimated_profit_eth: number
  readonly details: Readonly<Record<string, string | number>>
  readonly swaps: readonly { readonly position: string; readonly hops: number }[]
}
/** Compares predictions with the blocks that followed. Ratios are 0-1, and null without predictions. */
export type Score = {
  readonly predictions: number
  readonly hit_share: number | null
  readonly mean_confidence: number | null
  readonly expected_calibration_error: number | null
  readonly estimated_profit_eth: number
  readonly realized_profit_eth: number
  readonly median_error: number | null
  readonly taken: number
  readonly voids: Readonly<Record<string, number>>
  readonly bins: readonly { readonly predictions: number; readonly held: number; readonly confidence: number }[]
}
/** Response of `/dashboard/mev/{chain}`. */
export type Mev =
  | { readonly chain: string; readonly enabled: false }
  | {
      readonly chain: string
      readonly enabled: true
      readonly stale?: true
      readonly as_of?: string
      readonly pools: {
        readonly known: number
        readonly loaded: number
        readonly waiting: number
        readonly state: string
        readonly reason: string | null
      }
      /** Number of all current findings. `findings` contains only the most profitable ones. */
      readonly count: number
      readonly findings: readonly Finding[]
      readonly score: { readonly types: readonly (Score & { readonly type: string })[]; readonly all: Score }
    }

/** Requests the current MEV findings of a chain and the score of past predictions. @throws {ApiAnswerError} */
export const readMev = (chain: string, signal: AbortSignal) => ask<Mev>(`mev/${chain}`, signal)

/** Describes the details of a finding in one line. */
export const describeDetails = (details: Finding['details']): string =>
  Object.entries(details)
    .map(([name, value]) => `${name.replaceAll('_', ' ')} ${value}`)
    .join(', ')
