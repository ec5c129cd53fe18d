import type { BenchSuite } from '../../../scripts/bench/suite.ts'
import type { Finding } from './finding.ts'
import { runAll } from './fixtures/world/runAll.ts'
import type { ScenarioResult } from './fixtures/world/runScenario.ts'
import { isHeld, toErrors } from './fixtures/world/summarise.ts'
import { computeCalibration } from './score/calibration.ts'
import { toCalibrationBins } from './score/fixtures/calibrationBins.ts'

const count = Number(process.env['OUTRIGGER_MEV_SCENARIOS'] ?? 2_000)
/** First seed. The confidence model was fitted on other seeds. Ranges of seeds can run in parallel. */
const firstSeed = Number(process.env['OUTRIGGER_MEV_FIRST_SEED'] ?? 100_000)
const dexes = ['uniswap_v2', 'sushiswap', 'uniswap_v3', 'pancakeswap_v3', 'uniswap_v4', 'balancer_v2', 'curve']
const types: readonly Finding['type'][] = ['arbitrage', 'backrun', 'sandwich', 'liquidation', 'frontrun']

/**
 * Executes the findings of seeded scenarios on anvil: swaps with the contracts of Uniswap V2, V3 and V4, SushiSwap, PancakeSwap
 * V3, Balancer V2 (weighted and stable pools) and one with Curve's math, liquidations at five lenders, and copied calls. Some
 * swaps have their limit in a payout, some tokens take a tax of transfers, and some plans of the Universal Router contain parts
 * that may revert alone. Of five scenarios, three are swaps, one is a liquidation and one is a copied call.
 */
export const suite: BenchSuite = {
  name: 'mev-scenarios',
  async run() {
    const others = Math.ceil(count / 3)
    const counts = { swaps: count, liquidations: others, copies: others }
    const { results, refused } = await runAll(firstSeed, counts, { onProgress: printProgress(count + 2 * others) })
    return [
      { name: 'scenarios', value: count + 2 * others, unit: '' },
      ...toRows('', results, 5),
      {
        name: 'fronts that let the victim revert',
        value: results.filter((one) => one.hasRevertedVictim).length,
        unit: '',
        bar: { atMost: 0 },
      },
      { name: 'calls reported as not copyable', value: refused.length, unit: '' },
      {
        name: 'of these, profitable copies',
        value: refused.filter(({ executed }) => executed > 0n).length,
        unit: '',
        bar: { atMost: 0 },
      },
      ...types.flatMap((type) =>
        toRows(
          `${type}: `,
          results.filter((one) => one.type === type),
          5,
        ),
      ),
      ...dexes.flatMap((dex) =>
        toRows(
          `through ${dex}: `,
          results.filter((one) => one.dexes.includes(dex)),
        ),
      ),
      ...toBins(results).flatMap(({ predictions, held }, tenth) =>
        predictions === 0
          ? []
          : [
              {
                name: `  stated ${(tenth / 10).toFixed(1)} to ${((tenth + 1) / 10).toFixed(1)} (${predictions}): held`,
                value: (100 * held) / predictions,
                unit: '%',
              },
            ],
      ),
    ]
  },
}

/** Prints progress to stderr, because a run takes minutes. */
function printProgress(total: number): (done: number) => void {
  return (done) => {
    if (done % 100 === 0) process.stderr.write(`${done} of ${total} scenarios\n`)
  }
}

const toBins = (results: readonly ScenarioResult[]) =>
  toCalibrationBins(results.map((result) => ({ confidence: result.confidence, held: isHeld(result) })))

/** @param maxError limit of the calibration error, omitted if a DEX has few findings */
function toRows(prefix: string, results: readonly ScenarioResult[], maxError?: number) {
  const { median, p95, count: clean } = toErrors(results)
  const { expectedCalibrationError, hitShare } = computeCalibration(toBins(results))
  const row = (name: string, value: number, unit: string, atMost?: number) => ({
    name: prefix + name,
    value,
    unit,
    ...(atMost !== undefined && { bar: { atMost } }),
  })
  return [
    row('findings carried out', results.length, ''),
    row('of these, without hidden transactions', clean, ''),
    row('estimated against executed profit, median', median * 100, '%', 0.5),
    row('estimated against executed profit, 95 of 100', p95 * 100, '%', 3),
    row('held', 100 * (hitShare ?? Number.NaN), '%'),
    row('confidence: expected calibration error', (expectedCalibrationError ?? Number.NaN) * 100, '%', maxError),
  ]
}
