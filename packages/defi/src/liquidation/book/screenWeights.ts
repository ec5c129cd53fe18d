import type { Screen } from '../../market/market.ts'
import { computeScreenError } from './screenError.ts'

/** A weight of the screen: of debt where `mode` is null. */
export type WeightSlot = { readonly reserve: number; readonly mode: number | null }

/** A `Screen`, by slot. */
export type ScreenWeights = {
  readonly weights: Float64Array
  /** Of one term. */
  readonly slacks: Float64Array
  /** Of as many terms as any account has. */
  readonly mostSlack: number
  /** Of a sum in relation to itself. */
  readonly error: number
}

/** By plain loops, since it is made anew with every price: garbage would be collected while somebody waits. */
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
