import { createBoundedMap } from '@outrigger/core/internal'
import type { PoolState } from '@outrigger/defi/internal'
import type { MempoolTransaction } from '@outrigger/mempool'
import { type Address, type Hex, type PublicClient, zeroAddress } from 'viem'
import { computeSwapGas } from '../cost.ts'
import type { Terms } from '../detect/context.ts'
import type { Finding } from '../finding.ts'
import { canBeTried, getSwapTrial, type SwapTrial } from '../simulate/getSwapTrial.ts'
import type { SimulationBudget } from '../simulate/simulationBudget.ts'
import type { Hop } from '../sizing/playSwap.ts'
import type { PoolSnapshot } from '../view/poolSnapshot.ts'
import type { TokenTaxes } from '../view/tokenTaxes.ts'
import { usableBlocks, validBlocks } from './confirmation.ts'
import { createHeldQueue, type Held } from './heldQueue.ts'
import { toReserve } from './toReserve.ts'

export type SwapTrialOptions = {
  readonly client: PublicClient
  readonly budget: SimulationBudget
  /** 0: nothing is asked, and everything reported as computed. */
  readonly simulationsPerBlock: number
  readonly signal: AbortSignal
  /** Whether its factory is known: then its code is. */
  readonly isKnownPool: (id: Hex) => boolean
  /** Whether a token needs no trial: its transfers are known, or nobody can simulate them. */
  readonly isSettled: (token: Address) => boolean
  readonly taxes: TokenTaxes
  readonly isPending: (entry: MempoolTransaction) => boolean
  readonly toTerms: () => Pick<Terms, 'cost'>
  readonly toSnapshot: () => PoolSnapshot
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

type Trial = { readonly hops: readonly Hop[]; readonly amountIn: bigint }
/** `trial` is null where it could not be made. */
type Outcome = { readonly trial: SwapTrial | null; readonly amountIn: bigint; readonly blockNumber: bigint }

const maxOutcomes = 10_000
/** Gas that a simulation takes more than swaps of tokens with plain transfers, without a token being dear. */
const gasMargin = 60_000n

export function createSwapTrials(options: SwapTrialOptions): SwapTrials {
  const { budget, simulationsPerBlock, signal, isKnownPool, isSettled, isPending, toTerms, toSnapshot, onTried } =
    options
  const outcomes = createBoundedMap<string, Outcome>(maxOutcomes)
  const paidPools = createBoundedMap<Hex, true>(maxOutcomes)
  const toNow = () => toSnapshot().block?.number ?? 0n

  const queue = createHeldQueue<Trial, SwapTrial>({
    ...{ budget, signal, isPending, onLearned: onTried },
    ask: (_, trial) => carryOut(options, toTried(trial)),
    onAnswer(_, question, trial) {
      const { hops, amountIn } = toTried(question)
      outcomes.set(toKey(hops), { trial, amountIn, blockNumber: toNow() })
      if (trial?.paid) for (const { pool } of hops) paidPools.set(pool, true)
    },
  })

  /** What is known of a trial: where the swaps paid, of hardly larger amounts; where they did not, of no smaller ones. */
  function toOutcome({ hops, amountIn }: Trial): Outcome | null {
    const outcome = outcomes.get(toKey(hops))
    if (outcome === undefined || toAge(outcome) >= usableBlocks) return null
    const isAlike = outcome.trial?.paid ? amountIn <= withHeadroom(outcome.amountIn) : amountIn >= outcome.amountIn
    return outcome.trial === null || isAlike ? outcome : null
  }

  const toAge = ({ blockNumber }: Outcome) => Number(toNow() - blockNumber)
  const isKnown = ({ pool, tokenIn, tokenOut }: Hop) => isKnownPool(pool) && isSettled(tokenIn) && isSettled(tokenOut)

  /** Whether it may be reported. The last answer counts while it is asked for anew. */
  function check(finding: Finding, entry: MempoolTransaction | null): boolean {
    const trial = toTrial(finding)
    const [first] = trial.hops
    if (first === undefined || trial.hops.every(isKnown)) return true
    const pools = toPools(toSnapshot(), trial.hops)
    const isOfKnownTokens = trial.hops.every(({ tokenIn, tokenOut }) => isSettled(tokenIn) && isSettled(tokenOut))
    if (!pools.every(canBeTried)) return isOfKnownTokens
    const outcome = toOutcome(trial)
    if (outcome === null || toAge(outcome) >= validBlocks || isBeyond(outcome, trial))
      queue.hold(toQuestionKey(trial), trial, { entry, pool: first.pool })
    if (outcome === null) return false
    return outcome.trial === null ? isOfKnownTokens : isWorthIt(finding, pools, outcome.trial)
  }

  /** Tokens whose transfers are dear take from what is left, of which a tenth may go. */
  function isWorthIt({ estimatedProfit }: Finding, pools: readonly PoolState[], { paid, gasUsed }: SwapTrial): boolean {
    const more = gasUsed - computeSwapGas(pools.map(({ kind }) => kind)) - gasMargin
    return paid && more * toTerms().cost.gasPrice * 10n <= estimatedProfit
  }

  return {
    isTried: (id) => paidPools.has(id),
    onBlock: queue.onBlock,
    admit(findings, entry) {
      if (simulationsPerBlock === 0) return findings
      return findings.filter((finding) => check(finding, entry))
    },
  }
}

const toKey = (hops: readonly Hop[]) => hops.map(({ pool, tokenIn }) => `${pool}:${tokenIn}`).join()

/** Twice the amount is another question, which does not wait for the next block. */
const toQuestionKey = ({ hops, amountIn }: Trial) => `${toKey(hops)}:${amountIn.toString(2).length}`

/** Amounts grow with the prices: so much more is tried, and while it is tried again, used. */
const withHeadroom = (amount: bigint) => amount + amount / 10n

const toTried = ({ hops, amountIn }: Trial): Trial => ({ hops, amountIn: withHeadroom(amountIn) })

const isBeyond = (outcome: Outcome, { amountIn }: Trial) => outcome.trial?.paid === true && amountIn > outcome.amountIn

const toPools = (pools: PoolSnapshot, hops: readonly Hop[]) => hops.flatMap(({ pool }) => pools.get(pool) ?? [])

/** The finding's swaps one after the other on the pools as they are, each with what the one before brings. */
const toTrial = ({ swaps }: Finding): Trial => ({
  hops: swaps.flatMap(({ hops }) => hops),
  amountIn: swaps[0]?.amountIn ?? 0n,
})

/** Null where nobody holds the input beside the pools of the path; swaps that begin with an unknown token are refused then. */
async function carryOut(options: SwapTrialOptions, { hops, amountIn }: Trial): Promise<SwapTrial | null> {
  const { client, budget, taxes, isSettled, toTerms, toSnapshot } = options
  const pools = toSnapshot()
  const token = hops[0]?.tokenIn ?? zeroAddress
  const source = toSource(options, hops, { token, amountIn })
  if (source === undefined || pools.block === null) return isSettled(token) ? null : { paid: false, gasUsed: 0n }
  const { number: blockNumber } = pools.block
  const { gasPrice } = toTerms().cost
  return getSwapTrial(client, { hops, amountIn, pools, taxes, blockNumber, gasPrice, budget, source })
}

/** The known pool that holds most of a token, those that may hold less than they stand for after all others. */
function toSource(
  { isKnownPool, toSnapshot }: Pick<SwapTrialOptions, 'isKnownPool' | 'toSnapshot'>,
  hops: readonly Hop[],
  { token, amountIn }: { readonly token: Address; readonly amountIn: bigint },
): Address | undefined {
  const isApart = (id: Hex) => isKnownPool(id) && hops.every(({ pool }) => pool !== id)
  const isSure = (pool: PoolState) => !('liquidity' in pool)
  const [source] = toSnapshot()
    .byToken(token)
    .filter((pool) => isApart(pool.id) && toReserve(pool, token) >= amountIn)
    .sort((a, b) => Number(isSure(b)) - Number(isSure(a)) || (toReserve(a, token) < toReserve(b, token) ? 1 : -1))
  return source?.address
}
