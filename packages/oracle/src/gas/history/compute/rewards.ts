import { rewardPercentiles } from '../../gasSample.ts'
import { tipPercentiles } from '../blockFees.ts'

const places = rewardPercentiles.map((percentile) => (tipPercentiles as readonly number[]).indexOf(percentile))

/** The tips at `rewardPercentiles` of those at `tipPercentiles`; empty where a node reports none, or not all. */
export function toRewards(tips: readonly bigint[]): readonly bigint[] {
  return tips.length < tipPercentiles.length ? [] : places.map((place) => tips[place] ?? 0n)
}
