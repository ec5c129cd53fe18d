import type { Screen } from '../../lending/market.ts'
import { computeScreenError } from './screenError.ts'

/** Identifies a weight of the screen. `mode` is null for debt. */
export type WeightSlot = { readonly reserve: number; readonly mode: number | null }

/** The weights of a `Screen` by slot. */
export type ScreenWeights = {
  readonly weights: Float64Array
  /** Slack of one term, by slot. */
  readonly slacks: Float64Array
  /** Highest slack of any account. */
  readonly mostSlack: number
  /** Relative error of a sum. */
  readonly error: number
}

/** Uses plain loops, because it runs with every price and garbage collection would delay the screen. */
export function computeScreenWeights(screen: Screen, slots: readonly WeightSlot[], mostTerms: number): ScreenWeights {
  const weights = new Float64Array(slots.length)
  const slacks = new Float64Array(slots.length)
  const slackOf: number[] = []
  let mostSlack = 0
  for (let index = 0; index < slots.length; index += 1) {
    const { reserve, mode } = slots[index] as WeightSlot
    slackOf[reserve] ??= screen.slack(reserve)
    const slack = slackOf[reserve] as number
    weights[index] = mode === null ? screen.debtWeight(reserve) : screen.collateralWeight(reserve, mode)
    slacks[index] = slack
    mostSlack = Math.max(mostSlack, slack)
  }
  return {
    weights,
    slacks,
    mostSlack: mostTerms * mostSlack,
    error: computeScreenError(mostTerms, screen.relativeError),
  }
}
