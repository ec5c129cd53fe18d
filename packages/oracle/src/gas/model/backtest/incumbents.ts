import { quantile } from '@outrigger/core/internal'
import { tipPercentiles } from '../../history/blockFees.ts'
import type { FeeObservation } from '../feeObservation.ts'

/** A fee estimator of another project, re-implemented from its source. Amounts are in wei. */
export type Incumbent = {
  readonly name: string
  /** Returns the tip after the last of these blocks, oldest first. */
  readonly computeTip: (blocks: readonly BacktestBlock[]) => number
  /** Returns the cap on base fee plus tip from the next block's base fee. */
  readonly computeCap: (nextBaseFee: number, tip: number) => number
}

/** A block to test estimators on. */
export type BacktestBlock = FeeObservation & {
  /** The lowest tips of the block of at least 2 wei, ascending. @default read from the percentiles */
  readonly lowestTips?: readonly number[]
}

const gwei = 1e9

/**
 * Fee estimators of other projects. Sources: go-ethereum `eth/gasprice/gasprice.go` (viem and ethers call
 * `eth_maxPriorityFeePerGas` and differ in the cap), MetaMask's gas-fee-controller before 16.0.0
 * (`calculateGasFeeEstimatesForPriorityLevels`), the models `percentile75` and `last_min` of blocknative/gas-agent,
 * Blockbook `docs/fees.md`, ethers v5's fixed tip.
 */
export const incumbents: readonly Incumbent[] = [
  { name: 'geth, as ethers asks it', computeTip: computeGethTip, computeCap: computeDoubleCap },
  { name: 'geth, as viem asks it', computeTip: computeGethTip, computeCap: (base, tip) => 1.2 * base + tip },
  metaMask('MetaMask low', { percentile: 10, factor: 0.94, floor: gwei, base: 1.1 }),
  metaMask('MetaMask medium', { percentile: 20, factor: 0.97, floor: 1.5 * gwei, base: 1.2 }),
  metaMask('MetaMask high', { percentile: 30, factor: 0.98, floor: 2 * gwei, base: 1.25 }),
  meanOf('Blocknative percentile 75', 5, 75),
  { name: 'Blocknative last minimum', computeTip: computeLastMinimum, computeCap: computeDoubleCap },
  meanOf('Blockbook low', 4, 20),
  meanOf('Blockbook medium', 4, 75),
  meanOf('Blockbook high', 4, 90),
  meanOf('Blockbook instant', 4, 99),
  { name: 'fixed 1.5 gwei', computeTip: () => 1.5 * gwei, computeCap: computeDoubleCap },
]

/** Returns the 60th percentile of the three lowest tips of each of the last 20 blocks, at most 500 gwei. */
function computeGethTip(blocks: readonly BacktestBlock[]): number {
  const tips = blocks.slice(-20).flatMap(readLowestTips)
  tips.sort((a, b) => a - b)
  return Math.min(500 * gwei, tips[Math.floor(((tips.length - 1) * 60) / 100)] ?? gwei)
}

function metaMask(
  name: string,
  level: { readonly percentile: number; readonly factor: number; readonly floor: number; readonly base: number },
): Incumbent {
  return {
    name,
    computeTip: (blocks) => {
      const tips = blocks.slice(-5).map((block) => readTip(block, level.percentile))
      tips.sort((a, b) => a - b)
      return Math.max(level.floor, level.factor * (quantile(tips, 0.5) ?? 0))
    },
    computeCap: (base, tip) => level.base * base + tip,
  }
}

function meanOf(name: string, count: number, percentile: number): Incumbent {
  return {
    name,
    computeTip: (blocks) => {
      const recent = blocks.slice(-count)
      return recent.reduce((sum, block) => sum + readTip(block, percentile), 0) / recent.length
    },
    computeCap: computeDoubleCap,
  }
}

function computeDoubleCap(baseFee: number, tip: number): number {
  return 2 * baseFee + tip
}

function computeLastMinimum(blocks: readonly BacktestBlock[]): number {
  return readLowestTips(blocks.at(-1) as BacktestBlock)[0] ?? 0
}

function readLowestTips({ lowestTips, tips }: BacktestBlock): readonly number[] {
  return (
    lowestTips ??
    tips
      .map(Number)
      .filter((tip) => tip >= 2)
      .slice(0, 3)
  )
}

/** Returns the tip at this percentile of a block's gas, or at the next higher stored percentile. */
function readTip({ tips }: BacktestBlock, percentile: number): number {
  const index = tipPercentiles.findIndex((known) => known >= percentile)
  return Number(tips[index] ?? tips.at(-1) ?? 0)
}
