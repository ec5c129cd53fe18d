import { fullBlockRatio } from '../compute/tips.ts'
import { addCoverage, type Coverage } from './coverage.ts'
import { type FeeObservation, readEntryTip } from './feeObservation.ts'
import { addNeed, emptyNeedBook, type NeedBook, toLargest, toNeeds } from './needBook.ts'
import { classifyRegime, type FeeLevels, type Regime, stepFeeLevels } from './regime.ts'
import { computeTipsForMissPrices } from './tipChoice.ts'

/** Learned confidences, ascending. Tips for other confidences are interpolated. */
export const learnedConfidences: readonly number[] = [
  0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 0.925, 0.95, 0.97, 0.98, 0.99, 0.995, 0.999,
]

/** Learned state for windows of one length. */
export type HorizonState = {
  /** Length of the window in blocks. */
  readonly blocks: number
  readonly needs: { readonly [regime: string]: NeedBook }
  /** Natural logarithms of the price of a miss, one per confidence. */
  readonly missPrices: readonly number[]
  readonly coverage: Coverage
  readonly regimes: { readonly [regime: string]: Coverage }
  /** Highest base fee of recent windows, as a ratio to the base fee of their first block. */
  readonly growths: NeedBook
}

/** Tips chosen after one block, stored until its windows have ended. */
type Decision = {
  readonly number: bigint
  /** Null before the first offer. */
  readonly regime: Regime | null
  /** Tips in wei, by horizon and confidence. They rise with the confidence and fall with the horizon. */
  readonly tips: readonly (readonly number[])[]
}

type Outcome = { readonly entry: number; readonly full: boolean; readonly baseFee: number }

/** State of the model, as plain data that can be stored. */
export type TierModelState = {
  readonly levels: FeeLevels | null
  /** Shortest window first. */
  readonly horizons: readonly HorizonState[]
  /**
   * Decisions of the last blocks, as many as the longest window needs. `outcomes` contains the same blocks without
   * the oldest.
   */
  readonly decisions: readonly Decision[]
  readonly outcomes: readonly Outcome[]
}

// A block changes the price of a miss by at most this rate. The long-run share of misses then equals the stated one within
// (range of the price) / (rate · blocks) in any market (Gibbs & Candès, arXiv:2106.00170).
const missPriceRate = 0.1
// The rate is higher for the first windows.
const firstMissPriceRate = 0.4
const firstWindows = 300
/** Number of windows that a model must have seen before it returns tips. */
const fewestNeeds = 32
const rememberedGrowths = 1024
/** A tip is at most this multiple of the largest stored need or level. */
const mostOverSeen = 2

/** Creates an empty model for windows of these lengths in blocks. */
export function createTierModelState(horizons: readonly number[]): TierModelState {
  return {
    levels: null,
    horizons: [...new Set(horizons)]
      .sort((a, b) => a - b)
      .map((blocks) => ({
        blocks,
        needs: {},
        missPrices: learnedConfidences.map((confidence) => Math.log(confidence / (1 - confidence)) - 5),
        coverage: { samples: 0, hits: [] },
        regimes: {},
        growths: emptyNeedBook,
      })),
    decisions: [],
    outcomes: [],
  }
}

/**
 * Updates the model with one block. It learns the windows that end with the block, and chooses tips for the windows
 * that begin. If the block is already known, its decision is replaced, because its mempool view may be new. An older
 * block changes nothing. After a gap, windows that include the gap are dropped.
 */
export function stepTierModel(state: TierModelState, block: FeeObservation): TierModelState {
  const last = state.decisions.at(-1)
  if (last !== undefined && block.number < last.number) return state
  if (last?.number === block.number) return decide({ ...state, decisions: state.decisions.slice(0, -1) }, block)
  const follows = last !== undefined && block.number === last.number + 1n
  const entry = readEntryTip(block)
  const outcome = {
    entry: entry === null ? Infinity : Number(entry),
    full: block.gasUsedRatio >= fullBlockRatio,
    baseFee: Number(block.baseFeePerGas),
  }
  const longest = state.horizons.at(-1)?.blocks ?? 0
  const outcomes = follows ? [...state.outcomes.slice(Math.max(0, state.outcomes.length - longest + 1)), outcome] : []
  const decisions = follows ? state.decisions : []
  const levels = stepFeeLevels(state.levels, block)
  const horizons = state.horizons.map((horizon, index) => learn(horizon, index, decisions, outcomes))
  return decide({ levels, horizons, decisions: decisions.slice(-longest), outcomes }, block)
}

/** Learns the window of this length that ends with the newest outcome. */
function learn(
  state: HorizonState,
  index: number,
  decisions: readonly Decision[],
  outcomes: readonly Outcome[],
): HorizonState {
  const { blocks } = state
  const decision = decisions.at(-blocks)
  if (decision === undefined || outcomes.length < blocks) return state
  const { cheapest, growth } = summarize(outcomes, blocks)
  const growths =
    growth === null ? state.growths : addNeed(state.growths, { ratio: growth, wei: 0, full: false }, rememberedGrowths)
  const { regime } = decision
  // Blocks without an offer do not show which tip is enough.
  if (cheapest.entry === Infinity || regime === null) return { ...state, growths }
  const { entry: wei, full } = cheapest
  const ratio = wei / Math.exp(full ? regime.full : regime.room)
  const book = addNeed(state.needs[regime.name], { ratio, wei, full }, Math.min(1024, 256 + 32 * blocks))
  const learned = { ...state, growths, needs: { ...state.needs, [regime.name]: book } }
  const tips = decision.tips[index] as readonly number[]
  if (tips.length === 0) return learned
  const isHit = tips.map((tip) => tip >= cheapest.entry)
  const rate = missPriceRate + (firstMissPriceRate - missPriceRate) / (1 + state.coverage.samples / firstWindows)
  return {
    ...learned,
    missPrices: state.missPrices.map((price, i) => {
      const miss = isHit[i] ? 0 : 1
      return price + rate * (miss - (1 - (learnedConfidences[i] as number)))
    }),
    coverage: addCoverage(state.coverage, isHit),
    regimes: { ...state.regimes, [regime.name]: addCoverage(state.regimes[regime.name], isHit) },
  }
}

/** Returns the block with the lowest entry tip among the last `blocks`, and the growth of the base fee in them. */
function summarize(outcomes: readonly Outcome[], blocks: number): { cheapest: Outcome; growth: number | null } {
  const first = outcomes[outcomes.length - blocks] as Outcome
  let cheapest = first
  let highest = first.baseFee
  for (let index = outcomes.length - blocks + 1; index < outcomes.length; index++) {
    const outcome = outcomes[index] as Outcome
    if (outcome.entry < cheapest.entry) cheapest = outcome
    highest = Math.max(highest, outcome.baseFee)
  }
  return { cheapest, growth: first.baseFee === 0 ? null : highest / first.baseFee }
}

/** Adds the tips chosen after `block`. */
function decide(state: TierModelState, block: FeeObservation): TierModelState {
  const regime = state.levels && classifyRegime(state.levels, block)
  const baseFee = Number(block.baseFeePerGas)
  const tips: (readonly number[])[] = []
  let longer: readonly number[] = []
  for (let index = state.horizons.length - 1; index >= 0; index--) {
    const { needs, missPrices } = state.horizons[index] as HorizonState
    const known = regime === null ? [] : toKnownNeeds(needs, regime)
    const own = known.length < fewestNeeds ? [] : computeTipsForMissPrices(known, baseFee, missPrices)
    // A shorter window is never cheaper.
    const most = toMost(needs, regime)
    longer = own.map((tip, i) => Math.max(Math.min(tip, most), longer[i] ?? 0))
    tips.unshift(longer)
  }
  return { ...state, decisions: [...state.decisions, { number: block.number, regime, tips }] }
}

/**
 * Returns the highest allowed tip. Needs are stored as ratios to a level. If tips rise a thousandfold permanently,
 * the blocks of the rise have ratios of 1000. At the new level, such a ratio would be a price that was never paid.
 */
function toMost(needs: HorizonState['needs'], regime: Regime | null): number {
  const levels = regime === null ? [] : [Math.exp(regime.room), Math.exp(regime.full)]
  return mostOverSeen * Math.max(...levels, ...Object.values(needs).map(toLargest))
}

/** Returns the needs after blocks of this regime. If it has too few needs, returns the needs of all regimes. */
function toKnownNeeds(needs: HorizonState['needs'], regime: Regime): readonly number[] {
  const own = needs[regime.name]
  if (own !== undefined && own.order.length >= fewestNeeds) return toNeeds(own, regime)
  return Object.values(needs)
    .flatMap((book) => toNeeds(book, regime))
    .sort((a, b) => a - b)
}
