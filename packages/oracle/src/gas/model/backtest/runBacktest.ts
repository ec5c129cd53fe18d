import { GasModelError } from '../../gasErrors.ts'
import { computeInclusionTip, interpolateTip } from '../inclusion.ts'
import { createTierModelState, stepTierModel, type TierModelState } from '../tierModel.ts'
import { computeWindowBaseFee } from '../windowBaseFee.ts'
import { type BacktestBlock, type Incumbent, incumbents } from './incumbents.ts'
import { createNeeds, type Needs } from './needs.ts'
import { createScore, type Score } from './score.ts'

export type BacktestOptions = {
  /** Lengths of the windows to test, in blocks. */
  readonly horizons: readonly number[]
  readonly confidences?: readonly number[]
  /** Blocks that the model learns from before the test begins. @default 500, or a quarter of the blocks if that is less */
  readonly warmUpBlocks?: number
  /** Result of `computeMostGrowth`. */
  readonly mostGrowthPerBlock: number | null
  readonly onProgress?: (done: number, total: number) => void
}

/** How often the model met a stated confidence. */
export type CalibrationRow = {
  readonly blocks: number
  readonly stated: number
  readonly realized: number
  readonly samples: number
  /**
   * Range of the realized share in 95 of 100 runs of a perfectly calibrated model: binomial, counting windows that do not
   * overlap.
   */
  readonly expected: { readonly low: number; readonly high: number }
  /** Number of windows in which the base fee rose above the quoted cap. */
  readonly capShort: number
}

/** Score of one estimator's tips for the next block. */
export type EstimatorRow = Score & { readonly name: string }

export type BacktestReport = {
  readonly blocks: number
  readonly judged: number
  readonly calibration: readonly CalibrationRow[]
  readonly estimators: readonly EstimatorRow[]
}

const rememberedBlocks = 40

/**
 * Replays blocks through the tier model and estimators of other projects. After every block, each estimator chooses a
 * tip. The following blocks show the lowest tip that was enough. The model learns a block only after all estimators
 * have chosen.
 *
 * @param blocks consecutive, oldest first
 * @throws {GasModelError} too few blocks
 * @example
 * const { calibration } = runBacktest(blocks, { horizons: [2, 25], mostGrowthPerBlock: 1.125 })
 */
export function runBacktest(blocks: readonly BacktestBlock[], options: BacktestOptions): BacktestReport {
  const steps = replayBacktest(blocks, options)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    if (step.value % 1000 === 0 && step.value < blocks.length) options.onProgress?.(step.value, blocks.length)
  }
}

/**
 * Like `runBacktest`, but in steps of a few milliseconds, so that a thread can do other work.
 *
 * @returns a generator that yields the number of replayed blocks and returns the report
 * @throws {GasModelError} too few blocks
 */
export function* replayBacktest(
  blocks: readonly BacktestBlock[],
  options: Omit<BacktestOptions, 'onProgress'>,
): Generator<number, BacktestReport> {
  const { horizons, confidences = [0.7, 0.8, 0.9, 0.95, 0.99], mostGrowthPerBlock } = options
  const { warmUpBlocks = Math.min(500, Math.floor(blocks.length / 4)) } = options
  const longest = Math.max(...horizons)
  if (blocks.length < warmUpBlocks + longest + judgedAtLeast)
    throw new GasModelError(`${blocks.length} blocks are too few for a test. Use at least ${longest + 700}.`)
  const needs = createNeeds(blocks)
  const cells = horizons.flatMap((length) =>
    confidences.map((stated) => ({ blocks: length, stated, hits: 0, samples: 0, capShort: 0 })),
  )
  const rivals = incumbents.map((incumbent) => ({ incumbent, score: createScore() }))
  const bids: Bid[] = []
  let state = createTierModelState([1, ...horizons])

  for (const [index, block] of blocks.entries()) {
    yield index
    state = stepTierModel(state, block)
    const next = blocks[index + 1]
    if (index < warmUpBlocks || next === undefined) continue
    bids.push({ index, tips: state.decisions.at(-1)?.tips[0] ?? [] })
    for (const { incumbent, score } of rivals) bidAs(incumbent, score, blocks, index, needs)
    for (const cell of cells) judgeCell(cell, state, needs, { index, next, mostGrowthPerBlock })
  }
  const others = rivals.map(({ incumbent, score }) => ({ name: incumbent.name, ...score.end() }))
  return {
    blocks: blocks.length,
    judged: bids.length,
    calibration: cells.map(toCalibrationRow),
    estimators: [
      ...(yield* judgeModel(bids, needs, {
        confidences,
        gethInclusion: others[0]?.inclusion ?? 0,
        done: blocks.length,
      })),
      ...others,
    ],
  }
}

/**
 * Returns the minimum number of blocks for a backtest of windows up to this length, if a quarter of them is the warm-up.
 *
 * @example computeLeastBlocks(25) // 166
 */
export function computeLeastBlocks(longestWindow: number): number {
  return Math.floor(((longestWindow + judgedAtLeast - 1) * 4) / 3) + 1
}

const judgedAtLeast = 100

type Cell = {
  readonly blocks: number
  readonly stated: number
  hits: number
  samples: number
  capShort: number
}

type Moment = {
  readonly index: number
  readonly next: BacktestBlock
  readonly mostGrowthPerBlock: number | null
}

/** Compares the model's tip and cap for one window and confidence with the needs after block `index`. */
function judgeCell(cell: Cell, state: TierModelState, needs: Needs, { index, next, mostGrowthPerBlock }: Moment): void {
  const need = needs.get(index, cell.blocks)
  const tip = computeInclusionTip(state, cell.blocks, cell.stated)
  if (need === null || tip === null) return
  cell.samples++
  if (Number(tip.maxPriorityFeePerGas) >= need.tip) cell.hits++
  const growths = state.horizons.find((horizon) => horizon.blocks === tip.blocks)?.growths.room ?? []
  const cap = computeWindowBaseFee(next.baseFeePerGas, cell.blocks, cell.stated, growths, mostGrowthPerBlock)
  if (cap.baseFeePerGas < needs.getHighestBaseFee(index, cell.blocks)) cell.capShort++
}

type Bid = { readonly index: number; readonly tips: readonly number[] }

type Judged = {
  readonly confidences: readonly number[]
  readonly gethInclusion: number
  /** Number of replayed blocks, to report progress. */
  readonly done: number
}

/** Scores the model at each confidence, and at the inclusion of geth and 99 % for a fair comparison. */
function* judgeModel(
  bids: readonly Bid[],
  needs: Needs,
  { confidences, gethInclusion, done }: Judged,
): Generator<number, readonly EstimatorRow[]> {
  const judge = (name: string, confidence: number): EstimatorRow => {
    const score = createScore()
    for (const { index, tips } of bids) {
      const need = needs.get(index, 1)
      if (need !== null && tips.length > 0) score.add(interpolateTip(tips, confidence), need.tip, need.baseFee)
    }
    return { name, ...score.end() }
  }
  // Finds the lowest confidence whose tips reach this inclusion.
  function* judgeAt(name: string, inclusion: number): Generator<number, EstimatorRow> {
    for (let confidence = Math.max(0.5, inclusion - 0.01); ; confidence += 0.001) {
      yield done
      const row = judge(name, Math.min(0.999, confidence))
      if (row.inclusion >= inclusion || confidence >= 0.999) return row
    }
  }
  const stated = confidences.map((confidence) => judge(`Outrigger ${toPercent(confidence)} %`, confidence))
  const asGeth = yield* judgeAt("Outrigger at geth's inclusion", gethInclusion)
  return [...stated, asGeth, yield* judgeAt('Outrigger at 99 % inclusion', 0.99)]
}

function bidAs(
  { computeTip, computeCap }: Incumbent,
  score: ReturnType<typeof createScore>,
  blocks: readonly BacktestBlock[],
  index: number,
  needs: Needs,
): void {
  const need = needs.get(index, 1)
  if (need === null) return
  const tip = computeTip(blocks.slice(Math.max(0, index + 1 - rememberedBlocks), index + 1))
  // A cap below base fee plus tip prevents inclusion, whatever the tip is.
  score.add(computeCap(need.baseFee, tip) >= need.baseFee + need.tip ? tip : -1, need.tip, need.baseFee)
}

function toCalibrationRow({ blocks, stated, hits, samples, capShort }: Cell): CalibrationRow {
  const spread = 1.96 * Math.sqrt((stated * (1 - stated) * blocks) / Math.max(1, samples))
  return {
    blocks,
    stated,
    realized: samples === 0 ? 0 : hits / samples,
    samples,
    expected: { low: Math.max(0, stated - spread), high: Math.min(1, stated + spread) },
    capShort,
  }
}

function toPercent(share: number): string {
  return String(Math.round(1000 * share) / 10)
}
