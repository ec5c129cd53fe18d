import type { PoolState } from '@outrigger/defi/internal'
import type { MempoolTransaction } from '@outrigger/mempool'
import { computeSwapGas } from '../cost.ts'
import type { Finding } from '../finding.ts'
import { canBeTried, type PaidSwap, type SwapTrial, type TriedSwap } from '../simulate/getSwapTrial.ts'
import { quoteLeg } from '../sizing/leg.ts'
import type { Hop } from '../sizing/playSwap.ts'
import type { TokenTaxes } from '../sizing/tokenTaxes.ts'
import type { PoolSnapshot } from '../view/poolSnapshot.ts'
import type { Effects } from './events.ts'
import type { DetectorState } from './state.ts'
import { type Trial, toPathKey } from './trial.ts'

/** A finding that may need a trial. `entry` is the transaction that the finding depends on, or null for a state finding. */
type Cause = { readonly finding: Finding; readonly entry: MempoolTransaction | null }

/** Extra gas of a simulation that is acceptable. Only gas above this margin counts as expensive token transfers. */
const gasMargin = 60_000n

/**
 * Returns whether a finding may be reported: its pools and tokens are known, its swaps have paid in a trial, or no trial is
 * possible. Requests a trial if necessary.
 */
export function passesTrial(state: DetectorState, cause: Cause, out: Effects): boolean {
  const { finding, entry } = cause
  const trial = toTrial(finding)
  const hops = trial.paths.flat()
  if (!hops.some((hop) => isOpen(state, hop))) return true
  const isLearned = toUntrusted(state, hops).length === 0
  if (!toPools(state.pools, hops).every(canBeTried)) return isLearned
  const outcome = state.outcomes.find(trial)
  const isRefused = outcome?.trial && !(outcome.trial.paid && isGasWorthIt(state, finding, outcome.trial.swaps))
  const isOfKnownPools = hops.every(({ pool }) => state.isKnownPool(pool))
  if (entry !== null && isOfKnownPools && !isRefused && outcome?.trial !== null)
    return passesByHops(state, cause, trial, out)
  // Findings on the state or through unknown pools wait until a trial of their own path has paid.
  if (outcome === null || outcome.isDue) request(state, cause, trial, toQuestion(hops, trial.amountIn), out)
  return outcome !== null && !isRefused && (outcome.trial !== null || isLearned)
}

/**
 * Checks a finding by the results of its single hops. A finding on a pending transaction expires before a trial of
 * its own path could finish. It is therefore enough that swaps through the same pools have paid in any path, if their
 * amounts were not smaller.
 */
function passesByHops(state: DetectorState, cause: Cause, trial: Trial, out: Effects): boolean {
  const uses = toUses(cause.finding, state.pools, state.taxes).filter(({ hop }) => isOpen(state, hop))
  const found = uses.map(state.paidSwaps.find)
  if (found.includes('refused')) return false
  const paid = found.filter((one) => one !== null && one !== 'refused')
  const due = uses.find(({ hop }) => !paid.some((one) => one.hop === hop && !one.isDue))
  if (due !== undefined) request(state, cause, trial, toQuestion([due.hop], due.amountIn), out)
  return paid.length === uses.length && isGasWorthIt(state, cause.finding, paid)
}

function request(state: DetectorState, { finding, entry }: Cause, trial: Trial, key: string, out: Effects): void {
  const { paths, amountIn } = trial
  const pool = paths[0]?.[0]?.pool
  // Amounts grow with prices, so the trial uses a tenth more.
  const more = { paths, amountIn: amountIn + amountIn / 10n }
  if (pool !== undefined)
    out.push({ kind: 'try', key, trial: more, waiter: { for: entry ?? pool, worth: toWorth(state, finding) } })
}

/** Stores the result of a trial. `result` is null if no provider can run it. */
export function learnTrial(state: DetectorState, trial: Trial, result: SwapTrial | null): void {
  state.outcomes.set(trial, result)
  if (result === null) return
  const { swaps, failed } = result
  swaps.forEach(state.paidSwaps.note)
  state.taxes.renew(toHops(swaps).flatMap(toTokens))
  // If other unknown tokens were swapped before, or a victim acted differently, the cause of the failure is unclear.
  const isClear =
    !trial.victim && failed && toUntrusted(state, failed.before).every((token) => toTokens(failed.hop).includes(token))
  if (isClear) state.paidSwaps.refuse(failed)
}

/** Returns whether the extra gas of expensive token transfers costs at most a tenth of the estimated profit. */
function isGasWorthIt(state: DetectorState, { estimatedProfit }: Finding, swaps: readonly PaidSwap[]): boolean {
  const gasUsed = swaps.reduce((sum, swap) => sum + swap.gasUsed, 0n)
  const expected = computeSwapGas(toPools(state.pools, toHops(swaps)).map(({ kind }: PoolState) => kind))
  return (gasUsed - expected - gasMargin) * state.terms.cost.gasPrice * 10n <= estimatedProfit
}

const toUntrusted = ({ taxes }: DetectorState, hops: readonly Hop[]) =>
  hops.flatMap(toTokens).filter((token) => !taxes.needsNoTrial(token))

/** Returns whether a hop uses an unknown pool or an unknown token. */
const isOpen = (state: DetectorState, hop: Hop) => !state.isKnownPool(hop.pool) || toUntrusted(state, [hop]).length > 0

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

/** Returns the value in wei that orders simulations. A pool with unknown code may report false reserves, so it counts as 0. */
export function toWorth({ isKnownPool }: DetectorState, { swaps, estimatedProfit }: Finding): bigint {
  return swaps.every(({ hops }) => hops.every(({ pool }) => isKnownPool(pool))) ? estimatedProfit : 0n
}
