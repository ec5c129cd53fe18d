import { addCoverage, type Coverage } from './coverage.ts'
import { type FeeObservation, fullBlockRatio, readEntryTip } from './feeObservation.ts'
import { addNeed, emptyNeedBook, type NeedBook, toLargest, toNeeds } from './needBook.ts'
import { classifyRegime, type FeeLevels, type Regime, stepFeeLevels } from './regime.ts'
import { computeTipsForMissPrices } from './tipChoice.ts'

/** Confidences that are learned, ascending; those between are interpolated. */
export const learnedConfidences: readonly number[] = [
  0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 0.925, 0.95, 0.97, 0.98, 0.99, 0.995, 0.999,
]

/** What was learned of windows of one length. */
export type HorizonState = {
  /** Length of the window in blocks. */
  readonly blocks: number
  readonly needs: { readonly [regime: string]: NeedBook }
  /** Natural logarithm of what a miss is priced at, a confidence each. */
  readonly missPrices: readonly number[]
  readonly coverage: Coverage
  readonly regimes: { readonly [regime: string]: Coverage }
  /** Highest base fee of a window over that of its first block, of the last windows. */
  readonly growths: NeedBook
}

/** What would have been bid after one block, kept until its windows have ended. */
export type Decision = {
  readonly number: bigint
  /** Null before the first offer was seen. */
  readonly regime: Regime | null
  /** Tips in wei, a list a horizon, one a confidence. Ascending with confidence, descending with the horizon. */
  readonly tips: readonly (readonly number[])[]
}

type Outcome = { readonly entry: number; readonly full: boolean; readonly baseFee: number }

/** Everything the model knows; plain data, so that it can be stored. */
export type TierModelState = {
  readonly levels: FeeLevels | null
  /** Shortest window first. */
  readonly horizons: readonly HorizonState[]
  /** The last blocks' decisions and, one shorter at the front, what came; as many as the longest window needs. */
  readonly decisions: readonly Decision[]
  readonly outcomes: readonly Outcome[]
}

// A block moves the price of a miss by this much at most: the long-run share of misses is then what was stated, to within
// (range of the price) / (rate · blocks), whatever the market does (Gibbs & Candès, arXiv:2106.00170).
const missPriceRate = 0.1
// While little is known it moves faster.
const firstMissPriceRate = 0.4
const firstWindows = 300
/** Windows a model must have seen before it bids. */
const fewestNeeds = 32
const rememberedGrowths = 1024
/** Of the level and of the largest need that is remembered, what a tip is at most. */
const mostOverSeen = 2

/** A model that knows nothing, for windows of these lengths in blocks. */
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
 * The model after one more block: windows that ended with it are learned, and the tips for those that begin are ready.
 * The same block again replaces what was decided after it, for news of the pool; an older one changes nothing. After a gap
 * the windows that span it are forgotten.
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

/** Learns the window of this length that ended with the newest outcome. */
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
  // Blocks without an offer say nothing of what it takes.
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

/** The block of the last few that was easiest to get into, and how far the base fee rose in them. */
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

/** Adds what is bid after `block`. */
function decide(state: TierModelState, block: FeeObservation): TierModelState {
  const regime = state.levels && classifyRegime(state.levels, block)
  const baseFee = Number(block.baseFeePerGas)
  const tips: (readonly number[])[] = []
  let longer: readonly number[] = []
  for (let index = state.horizons.length - 1; index >= 0; index--) {
    const { needs, missPrices } = state.horizons[index] as HorizonState
    const known = regime === null ? [] : toKnownNeeds(needs, regime)
    const own = known.length < fewestNeeds ? [] : computeTipsForMissPrices(known, baseFee, missPrices)
    // A shorter window never costs less.
    const most = toMost(needs, regime)
    longer = own.map((tip, i) => Math.max(Math.min(tip, most), longer[i] ?? 0))
    tips.unshift(longer)
  }
  return { ...state, decisions: [...state.decisions, { number: block.number, regime, tips }] }
}

/**
 * Needs are proportions of a level. Where tips have risen a thousandfold for good, the blocks of the rise took a thousand times
 * the level of before: at the new level that would be a price that nobody has ever paid.
 */
function toMost(needs: HorizonState['needs'], regime: Regime | null): number {
  const levels = regime === null ? [] : [Math.exp(regime.room), Math.exp(regime.full)]
  return mostOverSeen * Math.max(...levels, ...Object.values(needs).map(toLargest))
}

/** Needs after blocks of this regime, or after all while the regime is new. */
function toKnownNeeds(needs: HorizonState['needs'], regime: Regime): readonly number[] {
  const own = needs[regime.name]
  if (own !== undefined && own.order.length >= fewestNeeds) return toNeeds(own, regime)
  return Object.values(needs)
    .flatMap((book) => toNeeds(book, regime))
    .sort((a, b) => a - b)
}
