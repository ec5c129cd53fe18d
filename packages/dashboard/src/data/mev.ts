import type { FindingReading } from '@outrigger/api'
import { ask } from './dashboardQuestions.ts'

/** Compares predictions with the blocks that followed. Ratios are 0-1, and null without predictions. */
export type Score = {
  readonly predictions: number
  readonly hit_share: number | null
  readonly mean_confidence: number | null
  readonly expected_calibration_error: number | null
  readonly estimated_profit_eth: number
  readonly realized_profit_eth: number
  readonly voids: Readonly<Record<string, number>>
  readonly bins: readonly { readonly predictions: number; readonly held: number; readonly confidence: number }[]
}
/** Response of `/dashboard/mev/{chain}`. */
export type Mev =
  | { readonly chain: string; readonly enabled: false }
  | {
      readonly chain: string
      readonly enabled: true
      readonly pools: {
        readonly known: number
        readonly loaded: number
        readonly waiting: number
        readonly state: string
        readonly reason: string | null
      }
      readonly score: { readonly types: readonly (Score & { readonly type: string })[]; readonly all: Score }
    }

/** Requests the pools of a chain's MEV detection and the score of past predictions. @throws {ApiAnswerError} */
export const readMev = (chain: string, signal: AbortSignal) => ask<Mev>(`mev/${chain}`, signal)

/** Describes the details of a finding in one line. */
export const describeDetails = (details: FindingReading['details']): string =>
  Object.entries(details)
    .map(([name, value]) => `${name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)} ${value}`)
    .join(', ')
