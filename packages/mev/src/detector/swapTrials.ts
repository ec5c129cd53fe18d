import type { PoolState } from '@outrigger/defi/internal'
import type { MempoolTransaction } from '@outrigger/mempool'
import type { Address, Hex } from 'viem'
import { computeSwapGas } from '../cost.ts'
import type { Finding } from '../finding.ts'
import { canBeTried, type PaidSwap, type SwapTrial, type TriedSwap } from '../simulate/getSwapTrial.ts'
import { type SimulationBudget, toShare } from '../simulate/simulationBudget.ts'
import { quoteLeg } from '../sizing/leg.ts'
import type { Hop } from '../sizing/playSwap.ts'
import type { TokenTaxes } from '../sizing/tokenTaxes.ts'
import type { PoolSnapshot } from '../view/poolSnapshot.ts'
import type { BlockAges } from './blockAge.ts'
import { createHeldQueue } from './heldQueue.ts'
import { createPaidSwaps } from './paidSwaps.ts'
import { createTrialOutcomes } from './trialOutcomes.ts'
import { type Trial, type TrySwapsOptions, toPathKey, trySwaps } from './trySwaps.ts'
import type { Held } from './waitingList.ts'

export type SwapTrialOptions = TrySwapsOptions & {
  /** 0: nothing is asked, and everything reported as computed. */
  readonly simulationsPerBlock: number
  readonly signal: AbortSignal
  readonly isPending: (entry: MempoolTransaction) => boolean
  readonly ages: BlockAges
  /** What a finding is worth asking about: see `HeldQueue`. */
  readonly toWorth: (finding: Finding) => bigint
  /** Swaps of these tokens paid. */
  readonly onPaid: (tokens: readonly Address[]) => void
  /** What waited for a trial is to be computed anew. */
  readonly onTried: (held: Held) => void
}

/** Carries out the swaps of findings through tokens or pools that nobody knows before they are reported. */
export type SwapTrials = {
  /** Whether it has paid what it says of late. */
  isTried(id: Hex): boolean
  /**
   * Those of the findings whose pools and tokens are known, whose swaps have paid, or cannot be tried. What a trial refutes is
   * left out; the others wait, over blocks where need be.
   */
  admit(findings: readonly Finding[], entry: MempoolTransaction | null): readonly Finding[]
  /** A new block: the budget is whole again. */
  onBlock(): void
}

/** A finding that waits for a trial; `entry` is what it rests on, null for the state alone. */
type Cause = { readonly finding: Finding; readonly entry: MempoolTransaction | null }

/** Gas that a simulation takes more than swaps of tokens with plain transfers, without a token being dear. */
const gasMargin = 60_000n

export function createSwapTrials(options: SwapTrialOptions): SwapTrials {
  const { budget, simulationsPerBlock, isKnownPool, isSettled, toSnapshot, onPaid, onTried } = options
  const outcomes = createTrialOutcomes(options.ages)
  const paidSwaps = createPaidSwaps(options.ages)
  const toUnknown = (hops: readonly Hop[]) => hops.flatMap(toTokens).filter((token) => !isSettled(token))
  const isOpen = (hop: Hop) => !isKnownPool(hop.pool) || toUnknown([hop]).length > 0

  const createQueue = (share: SimulationBudget) =>
    createHeldQueue<Trial, SwapTrial>({
      budget: share,
      signal: options.signal,
      isPending: options.isPending,
      onLearned: onTried,
      ask: (_, trial) => trySwaps({ ...options, budget: share }, trial),
      onAnswer: (_, tried, trial) => learn(tried, trial),
    })
  const ofPending = createQueue(budget)
  // What stands does not take from those that are gone with the next block.
  const ofState = createQueue(toShare(budget, (simulationsPerBlock * 3) / 4))

  function learn(tried: Trial, trial: SwapTrial | null): void {
    outcomes.set(tried, trial)
    if (trial === null) return
    const { swaps, failed } = trial
    swaps.forEach(paidSwaps.note)
    onPaid(toHops(swaps).flatMap(toTokens))
    // After swaps of other unknown tokens it is not clear whose fault it is.
    const isClear = failed && toUnknown(failed.before).every((token) => toTokens(failed.hop).includes(token))
    if (isClear) paidSwaps.refuse(failed)
  }

  /** Whether it may be reported; where that takes a trial, one is asked for. */
  function check(finding: Finding, entry: MempoolTransaction | null): boolean {
    const trial = toTrial(finding)
    const hops = trial.paths.flat()
    if (!hops.some(isOpen)) return true
    const isLearned = toUnknown(hops).length === 0
    if (!toPools(toSnapshot(), hops).every(canBeTried)) return isLearned
    const outcome = outcomes.find(trial)
    const isRefused = outcome?.trial && !(outcome.trial.paid && isWorthIt(finding, outcome.trial.swaps))
    const isOfHops = entry !== null && hops.every(({ pool }) => isKnownPool(pool))
    if (isOfHops && !isRefused && outcome?.trial !== null) return checkHops(finding, trial, entry)
    // What the state makes possible, or a pool of unknown code, waits until its own swaps paid.
    if (outcome === null || outcome.isDue) ask(toQuestion(hops, trial.amountIn), trial, { finding, entry })
    return outcome !== null && !isRefused && (outcome.trial !== null || isLearned)
  }

  /**
   * What rests on a pending transaction is over before its own swaps could be carried out: there it is enough that swaps through
   * the same pools and of no smaller amounts paid, in whatever paths.
   */
  function checkHops(finding: Finding, trial: Trial, entry: MempoolTransaction): boolean {
    const uses = toUses(finding, toSnapshot(), options.taxes).filter(({ hop }) => isOpen(hop))
    const found = uses.map(paidSwaps.find)
    if (found.includes('refused')) return false
    const paid = found.filter((one) => one !== null && one !== 'refused')
    const due = uses.find(({ hop }) => !paid.some((one) => one.hop === hop && !one.isDue))
    if (due !== undefined) ask(toQuestion([due.hop], due.amountIn), trial, { finding, entry })
    return paid.length === uses.length && isWorthIt(finding, paid)
  }

  function ask(question: string, { paths, amountIn }: Trial, { finding, entry }: Cause): void {
    const pool = paths[0]?.[0]?.pool
    const queue = entry === null ? ofState : ofPending
    // Amounts grow with the prices: a tenth more is tried.
    const more = { paths, amountIn: amountIn + amountIn / 10n }
    if (pool !== undefined) queue.hold(question, more, { for: entry ?? pool, worth: options.toWorth(finding) })
  }

  const isWorthIt = (finding: Finding, swaps: readonly PaidSwap[]) =>
    isGasWorthIt(finding, swaps, toPools(toSnapshot(), toHops(swaps)), options.toTerms().cost.gasPrice)

  return {
    isTried: paidSwaps.has,
    onBlock() {
      ofPending.onBlock()
      ofState.onBlock()
    },
    admit: (findings, entry) =>
      simulationsPerBlock === 0 ? findings : findings.filter((finding) => check(finding, entry)),
  }
}

/** Tokens whose transfers are dear take from what is left, of which a tenth may go. */
function isGasWorthIt(
  { estimatedProfit }: Finding,
  swaps: readonly PaidSwap[],
  pools: readonly PoolState[],
  gasPrice: bigint,
): boolean {
  const gasUsed = swaps.reduce((sum, swap) => sum + swap.gasUsed, 0n)
  const more = gasUsed - computeSwapGas(pools.map(({ kind }) => kind)) - gasMargin
  return more * gasPrice * 10n <= estimatedProfit
}

/** Twice the amount is another question, which does not wait for the next block. */
const toQuestion = (hops: readonly Hop[], amount: bigint) => `${toPathKey(hops)}:${amount.toString(2).length}`

const toTokens = ({ tokenIn, tokenOut }: Hop) => [tokenIn, tokenOut]

const toHops = (swaps: readonly TriedSwap[]) => swaps.map(({ hop }) => hop)

const toPools = (pools: PoolSnapshot, hops: readonly Hop[]) => hops.flatMap(({ pool }) => pools.get(pool) ?? [])

/** The finding's swaps one after the other. */
const toTrial = ({ swaps }: Finding): Trial => ({
  paths: swaps.map(({ hops }) => hops),
  amountIn: swaps[0]?.amountIn ?? 0n,
})

/** More than any token has: where it cannot be computed as things are. */
const unpayable = 2n ** 256n

/** What each swap of a finding takes, after the first of a path with the pools as they are. */
function toUses({ swaps }: Finding, pools: PoolSnapshot, taxes: TokenTaxes): readonly TriedSwap[] {
  return swaps.flatMap(({ hops, amountIn }) => {
    let amount = amountIn
    return hops.map((hop, index) => {
      const before = hops[index - 1]
      const pool = before && pools.get(before.pool)
      if (before) amount = (pool && quoteLeg({ ...before, pool }, amount, taxes)) ?? unpayable
      return { hop, amountIn: amount }
    })
  })
}
