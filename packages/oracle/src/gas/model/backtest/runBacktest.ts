import { GasModelError } from '../../gasErrors.ts'
import { computeInclusionTip, interpolateTip } from '../inclusion.ts'
import { createTierModelState, stepTierModel } from '../tierModel.ts'
import { computeWindowBaseFee } from '../windowBaseFee.ts'
import { type BacktestBlock, type Incumbent, incumbents } from './incumbents.ts'
import { createNeeds, type Needs } from './needs.ts'
import { createScore, type Score } from './score.ts'

export type BacktestOptions = {
  /** Windows to hold the model against, in blocks. */
  readonly horizons: readonly number[]
  readonly confidences?: readonly number[]
  /** Blocks that are learned from before any is judged. @default 500, or a quarter of the blocks where they are fewer */
  readonly warmUpBlocks?: number
  /** Of `computeMostGrowth`. */
  readonly mostGrowthPerBlock: number | null
  readonly onProgress?: (done: number, total: number) => void
}

/** How often a stated confidence came true. */
export type CalibrationRow = {
  readonly blocks: number
  readonly stated: number
  readonly realised: number
  readonly samples: number
  /**
   * Where the realised share lies in 95 of 100 runs of a model that is right: binomial, counting windows that do not
   * overlap.
   */
  readonly expected: { readonly low: number; readonly high: number }
  /** Windows in which the base fee rose above the cap given for it. */
  readonly capShort: number
}

/** What one estimator's tip for the next block did. */
export type EstimatorRow = Score & { readonly name: string }

export type BacktestReport = {
  readonly blocks: number
  readonly judged: number
  readonly calibration: readonly CalibrationRow[]
  readonly estimators: readonly EstimatorRow[]
}

const rememberedBlocks = 40

/**
 * Replays blocks through the tier model and the estimators of others: each bids after every block, and the blocks that
 * follow say what would have been enough, the lowest offer that got in. Nothing is learned of a block before all have bid.
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
 * `runBacktest` in steps of a few milliseconds at most, for a thread that has other work between them.
 *
 * @returns a generator of how many blocks have been replayed; its result is the report
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
    throw new GasModelError(`${blocks.length} blocks are too few to test with. Give at least ${longest + 700}.`)
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
    for (const cell of cells) {
      const need = needs.get(index, cell.blocks)
      const tip = computeInclusionTip(state, cell.blocks, cell.stated)
      if (need === null || tip === null) continue
      cell.samples++
      if (Number(tip.maxPriorityFeePerGas) >= need.tip) cell.hits++
      const growths = state.horizons.find((horizon) => horizon.blocks === tip.blocks)?.growths.room ?? []
      const cap = computeWindowBaseFee(next.baseFeePerGas, cell.blocks, cell.stated, growths, mostGrowthPerBlock)
      if (cap.baseFeePerGas < needs.getHighestBaseFee(index, cell.blocks)) cell.capShort++
    }
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
 * Fewest blocks that can be tested with on windows up to this length, where a quarter of them is learned from first.
 *
 * @example computeLeastBlocks(25) // 166
 */
export function computeLeastBlocks(longestWindow: number): number {
  return Math.floor(((longestWindow + judgedAtLeast - 1) * 4) / 3) + 1
}

const judgedAtLeast = 100

type Bid = { readonly index: number; readonly tips: readonly number[] }

type Judged = {
  readonly confidences: readonly number[]
  readonly gethInclusion: number
  /** Blocks replayed, for the progress. */
  readonly done: number
}

/** The model's own rows: at each confidence, and at the inclusion of others, so that like is set beside like. */
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
  // The least confidence whose tips got in as often as this.
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
  // A cap below the base fee keeps a transaction out, whatever its tip is.
  score.add(computeCap(need.baseFee, tip) >= need.baseFee + need.tip ? tip : -1, need.tip, need.baseFee)
}

type Cell = {
  readonly blocks: number
  readonly stated: number
  readonly hits: number
  readonly samples: number
  readonly capShort: number
}

function toCalibrationRow({ blocks, stated, hits, samples, capShort }: Cell): CalibrationRow {
  const spread = 1.96 * Math.sqrt((stated * (1 - stated) * blocks) / Math.max(1, samples))
  return {
    blocks,
    stated,
    realised: samples === 0 ? 0 : hits / samples,
    samples,
    expected: { low: Math.max(0, stated - spread), high: Math.min(1, stated + spread) },
    capShort,
  }
}

function toPercent(share: number): string {
  return String(Math.round(1000 * share) / 10)
}
