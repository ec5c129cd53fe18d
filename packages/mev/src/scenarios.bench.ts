import type { BenchSuite } from '../../../scripts/bench.ts'
import { createWorld } from './fixtures/world/createWorld.ts'
import { runScenario, type ScenarioResult } from './fixtures/world/runScenario.ts'
import { isHeld, toErrors } from './fixtures/world/summarise.ts'
import { computeCalibration, toCalibrationBins } from './score/calibration.ts'

const count = Number(process.env['OUTRIGGER_MEV_SCENARIOS'] ?? 2_000)
/** Seeds that the confidence was not fitted on. */
const firstSeed = 100_000

/** Findings of seeded scenarios, each carried out on anvil with the contracts of Uniswap V2 and V3. */
export const suite: BenchSuite = {
  name: 'mev-scenarios',
  async run() {
    const world = await createWorld()
    const results: ScenarioResult[] = []
    try {
      for (let seed = firstSeed; seed < firstSeed + count; seed++) results.push(...(await runScenario(world, seed)))
    } finally {
      await world.close()
    }
    const { median, p95, count: clean } = toErrors(results)
    const bins = toCalibrationBins(results.map((result) => ({ confidence: result.confidence, held: isHeld(result) })))
    const { expectedCalibrationError } = computeCalibration(bins)
    return [
      { name: 'scenarios', value: count, unit: '' },
      { name: 'findings carried out', value: results.length, unit: '' },
      { name: 'of these, nothing hidden from the detector', value: clean, unit: '' },
      { name: 'estimated against executed profit, median', value: median * 100, unit: '%', bar: { atMost: 0.5 } },
      { name: 'estimated against executed profit, 95 of 100', value: p95 * 100, unit: '%', bar: { atMost: 3 } },
      {
        name: 'fronts that let the victim revert',
        value: results.filter((one) => one.hasRevertedVictim).length,
        unit: '',
        bar: { atMost: 0 },
      },
      {
        name: 'confidence: expected calibration error',
        value: (expectedCalibrationError ?? Number.NaN) * 100,
        unit: '%',
        bar: { atMost: 5 },
      },
      ...bins.flatMap(({ predictions, held }, tenth) =>
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
