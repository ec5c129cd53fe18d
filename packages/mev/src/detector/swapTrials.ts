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
  /** Requests per block. With 0, no trial runs and all findings are reported as computed. */
  readonly simulationsPerBlock: number
  readonly signal: AbortSignal
  readonly isPending: (entry: MempoolTransaction) => boolean
  readonly ages: BlockAges
  /** Returns the value in wei that orders the trials of findings. See `WaitingList`. */
  readonly toWorth: (finding: Finding) => bigint
  /** Called with the tokens of swaps that paid. */
  readonly onPaid: (tokens: readonly Address[]) => void
  /** Called after a trial. The findings that waited must be recomputed. */
  readonly onTried: (held: Held) => void
}

/** Simulates the swaps of findings through unknown tokens or pools before the findings are reported. */
export type SwapTrials = {
  /** Returns whether a swap through the pool has recently paid the expected amount. */
  isTried(id: Hex): boolean
  /**
   * Returns the findings that may be reported. Their pools and tokens are known, their swaps have paid in a trial, or no trial is
   * possible. Findings that failed a trial are rejected. The others wait for a trial, which may take several blocks.
   */
  admit(findings: readonly Finding[], entry: MempoolTransaction | null): readonly Finding[]
  /** Continues the trials with the budget of the new block. */
  onBlock(): void
}

/** A finding that needs a trial. `entry` is the transaction that the finding depends on, or null for a state finding. */
type Cause = { readonly finding: Finding; readonly entry: MempoolTransaction | null }

/** Extra gas of a simulation that is acceptable. Only gas above this margin counts as expensive token transfers. */
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
  // State findings usually outlive the block, so they leave three quarters of the budget to findings that expire with the block.
  const ofState = createQueue(toShare(budget, (simulationsPerBlock * 3) / 4))

  function learn(tried: Trial, trial: SwapTrial | null): void {
    outcomes.set(tried, trial)
    if (trial === null) return
    const { swaps, failed } = trial
    swaps.forEach(paidSwaps.note)
    onPaid(toHops(swaps).flatMap(toTokens))
    // If other unknown tokens were swapped before, the cause of the failure is unclear.
    const isClear = failed && toUnknown(failed.before).every((token) => toTokens(failed.hop).includes(token))
    if (isClear) paidSwaps.refuse(failed)
  }

  /** Returns whether a finding may be reported. Queues a trial if necessary. */
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
    // Findings on the state or through unknown pools wait until a trial of their own path has paid.
    if (outcome === null || outcome.isDue) ask(toQuestion(hops, trial.amountIn), trial, { finding, entry })
    return outcome !== null && !isRefused && (outcome.trial !== null || isLearned)
  }

  /**
   * Checks a finding by the results of its single hops. A finding on a pending transaction expires before a trial of
   * its own path could finish. It is therefore enough that swaps through the same pools have paid in any path, if their
   * amounts were not smaller.
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
    // Amounts grow with prices, so the trial uses a tenth more.
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

/** Returns whether the extra gas of expensive token transfers costs at most a tenth of the estimated profit. */
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

/** Returns the key of a trial. An amount twice as large has another key, so its trial does not wait for the next block. */
const toQuestion = (hops: readonly Hop[], amount: bigint) => `${toPathKey(hops)}:${amount.toString(2).length}`

const toTokens = ({ tokenIn, tokenOut }: Hop) => [tokenIn, tokenOut]

const toHops = (swaps: readonly TriedSwap[]) => swaps.map(({ hop }) => hop)

const toPools = (pools: PoolSnapshot, hops: readonly Hop[]) => hops.flatMap(({ pool }) => pools.get(pool) ?? [])

/** Returns a trial of all swaps of a finding in order. */
const toTrial = ({ swaps }: Finding): Trial => ({
  paths: swaps.map(({ hops }) => hops),
  amountIn: swaps[0]?.amountIn ?? 0n,
})

/** Exceeds the supply of every token. Used if an amount cannot be computed on the current state. */
const unpayable = 2n ** 256n

/** Returns the input amount of each hop. After the first hop of a path, the amounts are quotes on the current pool state. */
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
