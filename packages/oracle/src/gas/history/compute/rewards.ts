import { rewardPercentiles } from '../../gasSample.ts'
import { tipPercentiles } from '../blockFees.ts'

const places = rewardPercentiles.map((percentile) => (tipPercentiles as readonly number[]).indexOf(percentile))

/**
 * Returns the tips at `rewardPercentiles` from tips at `tipPercentiles`. Returns an empty list if any tips are
 * missing.
 */
export function toRewards(tips: readonly bigint[]): readonly bigint[] {
  return tips.length < tipPercentiles.length ? [] : places.map((place) => tips[place] ?? 0n)
}
