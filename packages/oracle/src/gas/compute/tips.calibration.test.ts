import { createUniform } from '@outrigger/devnet/random'
import { expect, test } from 'vitest'
import { type FeeHistoryBlock, rewardPercentiles } from '../gasSample.ts'
import type { GasTierName } from '../gasTierName.ts'
import { tierTargets } from '../tierTargets.ts'
import { computeTips } from './tips.ts'

const blockTimeMs = 12_000
const capacity = 300
const historyBlocks = 60

/**
 * Simulates an EIP-1559 market with lognormal tips. Demand varies and bursts, so about 5 % of the blocks are full. Builders
 * add a few zero-tip transactions of their own. `entry` is the lowest tip that was enough for each block.
 */
function simulate(seed: number, blocks: number) {
  const random = createUniform(seed)
  const gauss = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  const history: FeeHistoryBlock[] = []
  const entry: number[] = []
  let waiting: number[] = []
  let demand = capacity / 2
  let baseFee = 10
  for (let block = 0; block < blocks; block++) {
    if (random() < 0.02) demand += 2 * capacity * random()
    demand += (capacity / 2 - demand) / 4 + 15 * gauss()
    const arrivals = Math.max(0, Math.round(demand * (1 + gauss() / 5) * (10 / baseFee) ** 0.6))
    for (let i = 0; i < arrivals; i++) waiting.push(5e7 * Math.exp(1.5 * gauss()))
    waiting.sort((a, b) => b - a)
    const included = waiting.slice(0, capacity)
    waiting = waiting.slice(capacity, 3000)
    const own = Array.from({ length: Math.round(included.length * 0.02 * random()) }, () => 0)
    const tips = [...included, ...own].sort((a, b) => a - b)
    entry.push(included.length === capacity ? (included.at(-1) ?? 0) : 0)
    history.push({
      number: BigInt(block),
      baseFeePerGas: 1n,
      gasUsedRatio: included.length / capacity,
      rewards: rewardPercentiles.map((p) => BigInt(Math.round(tips[Math.ceil((p / 100) * tips.length) - 1] ?? 0))),
    })
    baseFee = Math.max(1, baseFee * (1 + (2 * included.length - capacity) / capacity / 8))
  }
  return { history, entry }
}

test('in a bursty market every tier meets its target within 1 %, for a fraction of the median tip', () => {
  const { history, entry } = simulate(7, 3000)
  const kept = { slow: 0, standard: 0, fast: 0, instant: 0 }
  const paid: number[] = []
  const medians: number[] = []
  let windows = 0
  for (let now = historyBlocks; now < history.length - 25; now++) {
    const tips = computeTips(history.slice(now - historyBlocks, now), null, { blockTimeMs, minTip: 2n })
    windows++
    paid.push(Number(tips.instant))
    medians.push(Number(history[now - 1]?.rewards.at(-1) ?? 0))
    for (const tier of Object.keys(kept) as GasTierName[]) {
      const horizon = Math.floor(tierTargets[tier].withinMs / blockTimeMs)
      if (Number(tips[tier]) >= Math.min(...entry.slice(now, now + horizon))) kept[tier]++
    }
  }
  for (const tier of Object.keys(kept) as GasTierName[])
    expect(kept[tier] / windows, tier).toBeGreaterThan(tierTargets[tier].confidence - 0.01)
  const middle = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1] ?? 0
  expect(middle(paid)).toBeLessThan(middle(medians) / 5)
  expect(history.filter(({ gasUsedRatio }) => gasUsedRatio === 1).length / history.length).toBeGreaterThan(0.02)
})
