import { ask } from './dashboardQuestions.ts'

export type Finding = {
  readonly id: string
  readonly type: string
  readonly transactions: readonly string[]
  readonly block_number: number
  /** 0-1. */
  readonly confidence: number
  readonly method: string
  readonly estimated_profit_eth: number
  readonly details: Readonly<Record<string, string | number>>
  readonly swaps: readonly { readonly position: string; readonly hops: number }[]
}
/** How findings have compared with what the chain then did; shares 0-1, null without any. */
export type Score = {
  readonly predictions: number
  readonly hit_share: number | null
  readonly mean_confidence: number | null
  readonly expected_calibration_error: number | null
  readonly estimated_profit_eth: number
  readonly realised_profit_eth: number
  readonly median_error: number | null
  readonly taken: number
  readonly voids: Readonly<Record<string, number>>
  readonly bins: readonly { readonly predictions: number; readonly held: number; readonly confidence: number }[]
}
/** As `/dashboard/mev/{chain}` says it. */
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
      /** Of all present findings, of which the list holds the most profitable. */
      readonly count: number
      readonly findings: readonly Finding[]
      readonly score: { readonly types: readonly (Score & { readonly type: string })[]; readonly all: Score }
    }

/** What the order of transactions is worth at present, and how that has turned out so far. @throws {ApiAnswerError} */
export const readMev = (chain: string, signal: AbortSignal) => ask<Mev>(`mev/${chain}`, signal)

/** Details of a finding in a line. */
export const describeDetails = (details: Finding['details']): string =>
  Object.entries(details)
    .map(([name, value]) => `${name.replaceAll('_', ' ')} ${value}`)
    .join(', ')
