import { createBoundedMap } from '@outrigger/core/internal'
import type { PoolState } from '@outrigger/defi/internal'
import type { MempoolTransaction } from '@outrigger/mempool'
import { type Address, type Hex, type PublicClient, zeroAddress } from 'viem'
import { computeSwapGas } from '../cost.ts'
import type { Terms } from '../detect/context.ts'
import type { Finding } from '../finding.ts'
import { canBeTried, getSwapTrial, type SwapTrial } from '../simulate/getSwapTrial.ts'
import { type SimulationBudget, toShare } from '../simulate/simulationBudget.ts'
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
  const paidTokens = createBoundedMap<Address, true>(maxOutcomes)
  const toNow = () => toSnapshot().block?.number ?? 0n

  const createQueue = (share: SimulationBudget) =>
    createHeldQueue<Trial, SwapTrial>({
      ...{ budget: share, signal, isPending, onLearned: onTried },
      ask: (_, trial) => carryOut({ ...options, budget: share }, toTried(trial)),
      onAnswer: (_, question, trial) => learn(toTried(question), trial),
    })
  const ofPending = createQueue(budget)
  // What stands does not take from those that are gone with the next block.
  const ofState = createQueue(toShare(budget, (simulationsPerBlock * 3) / 4))

  function learn({ hops, amountIn }: Trial, trial: SwapTrial | null): void {
    outcomes.set(toKey(hops), { trial, amountIn, blockNumber: toNow() })
    for (const { pool } of hops) if (trial?.paid) paidPools.set(pool, true)
    for (const token of toTokens(hops))
      if (trial?.paid) paidTokens.set(token, true)
      else paidTokens.delete(token)
  }

  /** What is known of a trial: where the swaps paid, of hardly larger amounts; where they did not, of no smaller ones. */
  function toOutcome({ hops, amountIn }: Trial): Outcome | null {
    const outcome = outcomes.get(toKey(hops))
    if (outcome === undefined || toAge(outcome) >= usableBlocks) return null
    const most = withHeadroom(outcome.amountIn)
    const isAlike = outcome.trial?.paid ? amountIn <= most : withHeadroom(amountIn) >= outcome.amountIn
    return outcome.trial === null || isAlike ? outcome : null
  }

  const toAge = ({ blockNumber }: Outcome) => Number(toNow() - blockNumber)

  /**
   * Whether it may be reported. What the state makes possible waits until its own swaps were carried out; the last answer counts
   * while they are carried out anew. What rests on a pending transaction is over before that: there each token needs to have
   * paid once, through whatever pools.
   */
  function check(finding: Finding, entry: MempoolTransaction | null): boolean {
    const trial = toTrial(finding)
    const [first] = trial.hops
    const unknown = toTokens(trial.hops).filter((token) => !isSettled(token))
    const isOfKnownPools = trial.hops.every(({ pool }) => isKnownPool(pool))
    if (first === undefined || (isOfKnownPools && unknown.length === 0)) return true
    const pools = toPools(toSnapshot(), trial.hops)
    if (!pools.every(canBeTried)) return unknown.length === 0
    const outcome = toOutcome(trial)
    if (outcome?.trial && !isWorthIt(finding, pools, outcome.trial)) return false
    if (entry !== null && isOfKnownPools && unknown.every((token) => paidTokens.has(token))) return true
    if (outcome === null || toAge(outcome) >= validBlocks || isBeyond(outcome, trial))
      (entry === null ? ofState : ofPending).hold(toQuestionKey(trial), trial, { entry, pool: first.pool })
    return outcome !== null && (outcome.trial !== null || unknown.length === 0)
  }

  /** Tokens whose transfers are dear take from what is left, of which a tenth may go. */
  function isWorthIt({ estimatedProfit }: Finding, pools: readonly PoolState[], { paid, gasUsed }: SwapTrial): boolean {
    const more = gasUsed - computeSwapGas(pools.map(({ kind }) => kind)) - gasMargin
    return paid && more * toTerms().cost.gasPrice * 10n <= estimatedProfit
  }

  return {
    isTried: (id) => paidPools.has(id),
    onBlock() {
      ofPending.onBlock()
      ofState.onBlock()
    },
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

const toTokens = (hops: readonly Hop[]) => [...new Set(hops.flatMap(({ tokenIn, tokenOut }) => [tokenIn, tokenOut]))]

const toPools = (pools: PoolSnapshot, hops: readonly Hop[]) => hops.flatMap(({ pool }) => pools.get(pool) ?? [])

/** The finding's swaps one after the other on the pools as they are, each with what the one before brings. */
const toTrial = ({ swaps }: Finding): Trial => ({
  hops: swaps.flatMap(({ hops }) => hops),
  amountIn: swaps[0]?.amountIn ?? 0n,
})

/** Undefined where nobody holds the input beside the pools of the path, and a token is unknown. */
async function carryOut(options: SwapTrialOptions, { hops, amountIn }: Trial): Promise<SwapTrial | null | undefined> {
  const { client, budget, taxes, isSettled, toTerms, toSnapshot } = options
  const pools = toSnapshot()
  const token = hops[0]?.tokenIn ?? zeroAddress
  const source = toSource(options, hops, { token, amountIn })
  // Pools that hold it may be read by and by.
  if (source === undefined || pools.block === null) return toTokens(hops).every(isSettled) ? null : undefined
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
