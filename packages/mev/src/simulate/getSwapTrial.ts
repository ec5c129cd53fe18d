import { type PoolState, swapPool, toPairSwap, toTicksSwap } from '@outrigger/defi/internal'
import { type Address, type Hex, type PublicClient, pad, zeroAddress } from 'viem'
import { type Leg, toReceivedByPool, toReceivedFromPool } from '../sizing/leg.ts'
import type { Hop, PoolStates } from '../sizing/playSwap.ts'
import { isUntaxed, type TokenTaxes } from '../sizing/tokenTaxes.ts'
import { createUnusedAccount, isAccepted, toAmount, toBalanceOf, toTransfer } from './erc20Calls.ts'
import { simulateTransactions } from './simulateTransactions.ts'
import type { SimulatedCall, SimulatedResult } from './simulation.ts'

/** A pool that supplies input tokens to a trial, and the amount to take from its account. */
export type Source = { readonly account: Address; readonly amount: bigint }

/** A pending transaction, and the pools after it. */
export type Victim = { readonly call: SimulatedCall; readonly pools: readonly PoolState[] }

export type SwapTrialParameters = {
  /**
   * Paths to try in order. Each path runs in its own transaction if the node supports several. The input of each swap is the
   * complete output of the previous swap.
   */
  readonly paths: readonly (readonly Hop[])[]
  readonly amountIn: bigint
  /** Transaction that runs before the first path. It needs `eth_simulateV1`. */
  readonly victim?: Victim
  readonly pools: PoolStates
  /** Pools whose accounts supply the input. */
  readonly sources: readonly Source[]
  readonly taxes: TokenTaxes
  readonly blockNumber: bigint
}

export type TriedSwap = { readonly hop: Hop; readonly amountIn: bigint }

/** A swap that paid its expected output. `gasUsed` covers the transfers and the swap, without the base cost of a transaction. */
export type PaidSwap = TriedSwap & { readonly gasUsed: bigint }

export type SwapTrial = {
  /** True if the funding and all swaps delivered their expected amounts. */
  readonly paid: boolean
  /** Swaps of the paths, up to the first failure. Excludes the swaps of the second trader. */
  readonly swaps: readonly PaidSwap[]
  /** First failed swap of either trader, and the swaps before it. Null if none failed, or if the sources or the victim did. */
  readonly failed: (TriedSwap & { readonly before: readonly Hop[] }) | null
}

/** Divisor for a safety margin: 1/5,000 of an amount. Taxes are known only to a hundredth of a percent (1/10,000). */
const tolerance = 5_000n

/** Returns whether a pool expects its input before the swap call. */
const paysInAdvance = ({ kind }: PoolState): boolean => kind === 'pair' || kind === 'solidly'

/**
 * Returns whether a trial supports a pool. Trials call the swap function of pairs and of Uniswap V3 style pools. For other pools
 * they only transfer the input to and the output from the contract that holds the tokens. Native currency is not supported there.
 */
export const canBeTried = (pool: PoolState): boolean => paysInAdvance(pool) || pool.nativeAs === undefined

/**
 * Checks in one simulation whether swaps pay the amounts that the pool states predict. Other pools supply the input tokens. The
 * check is necessary because a pool may report false reserves and a token may treat pools, accounts and amounts differently.
 * Between two paths, a second trader swaps half of the amount along the first path, as the victim of a sandwich does.
 *
 * @returns null if the swaps cannot be simulated
 * @throws any error of the client if no provider responds
 * @example
 * await getSwapTrial(client, { paths: [hops], amountIn: 10n ** 18n, pools: snapshot, sources, taxes, blockNumber })
 */
export async function getSwapTrial(client: PublicClient, parameters: SwapTrialParameters): Promise<SwapTrial | null> {
  const { victim, blockNumber } = parameters
  const parts = toParts(parameters)
  if (parts === null) return null
  const first = victim === undefined ? [] : [{ ...victim.call, isAccount: true }]
  const calls = [...first, ...parts.flatMap(toCalls)]
  const simulation = await simulateTransactions(client, { blockNumber, calls, senders: 'contracts' })
  if (simulation === null || (victim !== undefined && simulation.method !== 'eth_simulateV1')) return null
  const swaps: PaidSwap[] = []
  const rest = [...simulation.results]
  if (rest.splice(0, first.length).some(({ succeeded }) => !succeeded)) return { paid: false, swaps, failed: null }
  let gasUsed = 0n
  for (const [index, part] of parts.entries()) {
    const results = rest.splice(0, part.moves.length + 2)
    if (!hasArrived(part, results)) return { paid: false, swaps, failed: toFailed(parts, index) }
    // A payment is the first part of its swap.
    gasUsed = toGasUsed(results) + (parts[index - 1]?.isPayment ? gasUsed : 0n)
    const { step } = part
    if (step !== null && part.isOwn && !part.isPayment) swaps.push({ hop: step.hop, amountIn: step.amountIn, gasUsed })
  }
  return { paid: true, swaps, failed: null }
}

function toFailed(parts: readonly Part[], at: number): SwapTrial['failed'] {
  const step = parts[at]?.step
  if (!step) return null
  const before = parts.slice(0, at).flatMap((part) => (part.step === null || part.isPayment ? [] : part.step.hop))
  return { hop: step.hop, amountIn: step.amountIn, before }
}

/** Returns the amount that the second trader swaps. Tokens may limit the transfers of a block. */
export const toOthersAmount = ({ paths, amountIn }: Pick<SwapTrialParameters, 'paths' | 'amountIn'>): bigint =>
  paths.length > 1 ? amountIn / 2n : 0n

/** Calls that must increase the token balance of an account by at least `least`. */
type Arrival = {
  readonly moves: readonly SimulatedCall[]
  readonly token: Address
  readonly account: Address
  readonly least: bigint
  /** True for the input of a swap whose output is another part. */
  readonly isPayment?: boolean
}

/** The funding of an account (`step` is null), or a swap. */
type Part = Arrival & {
  readonly step: Step | null
  readonly isOwn: boolean
  /** True if the part starts a new transaction. */
  readonly isNext: boolean
}

/** Plans the funding and the swaps of a trial. Returns null if the swaps cannot be computed from the pool states. */
function toParts(parameters: SwapTrialParameters): readonly Part[] | null {
  const { paths, amountIn, victim, pools, taxes } = parameters
  const [own, other] = [createUnusedAccount(), createUnusedAccount()]
  const play = createPlay(pools, taxes, victim?.pools)
  const toSwaps = (steps: readonly Step[], account: Address): readonly Part[] =>
    steps.flatMap((step, index) =>
      toArrivals(step, account).map((arrival, at) => {
        return { ...arrival, step, isOwn: account === own, isNext: index + at === 0 }
      }),
    )
  const parts: Part[] = toFunding(parameters, own, other).map((arrival, index) => {
    return { ...arrival, step: null, isOwn: true, isNext: index === 0 }
  })
  let amount = amountIn
  for (const [index, hops] of paths.entries()) {
    const isLast = index > 0 && index === paths.length - 1
    const others = isLast ? play(paths[0] ?? [], toOthersAmount(parameters)) : null
    parts.push(...toSwaps(others ?? [], other))
    const steps = play(hops, amount)
    if (steps === null) return null
    parts.push(...toSwaps(steps, own))
    amount = steps.at(-1)?.amountOut ?? amount
  }
  return parts
}

/** Returns the calls, with a balance call before and after them. */
function toCalls({ moves, token, account, isNext }: Part): readonly SimulatedCall[] {
  const look = toBalanceOf(token, account)
  return [{ ...look, isNext }, ...moves, look]
}

/** Returns whether all calls succeeded and delivered at least the expected amount. */
const hasArrived = ({ least }: Arrival, results: readonly SimulatedResult[]): boolean =>
  results.slice(1, -1).every(isAccepted) && toAmount(results.at(-1)) - toAmount(results[0]) >= least

/** Returns the gas of the calls of a part, without the balance calls around them. */
const toGasUsed = (results: readonly SimulatedResult[]): bigint =>
  results.slice(1, -1).reduce((sum, { gasUsed }) => sum + gasUsed, 0n)

type Step = {
  readonly hop: Hop
  readonly leg: Leg
  readonly amountIn: bigint
  /** Amount that the pool pays. The account receives `amountOut` of it after taxes. */
  readonly paid: bigint
  readonly amountOut: bigint
}

/**
 * Returns a function that computes the steps of a path on the pools as the previous paths left them. The function returns null
 * and changes no pool if the path cannot be computed.
 */
function createPlay(pools: PoolStates, taxes: TokenTaxes, first: readonly PoolState[] = []) {
  const changed = new Map(first.map((pool) => [pool.id, pool]))
  return (hops: readonly Hop[], amount: bigint): readonly Step[] | null => {
    const [steps, next] = [[] as Step[], new Map(changed)]
    for (const hop of hops) {
      const { pool: id, tokenIn, tokenOut } = hop
      const pool = next.get(id) ?? pools.get(id)
      if (!pool || !canBeTried(pool)) return null
      const leg = { pool, tokenIn, tokenOut }
      const amountIn: bigint = steps.at(-1)?.amountOut ?? amount
      const received = toReceivedByPool(leg, amountIn, taxes)
      const outcome = received === null ? null : swapPool(pool, tokenIn, tokenOut, shave(received, taxes, tokenIn))
      if (outcome === null || outcome.amountOut === 0n) return null
      const amountOut = shave(toReceivedFromPool(leg, outcome.amountOut, taxes), taxes, tokenOut)
      steps.push({ hop, leg, amountIn, paid: outcome.amountOut, amountOut })
      next.set(id, outcome.next)
    }
    for (const [id, pool] of next) changed.set(id, pool)
    return steps
  }
}

/** Reduces the amount of a taxed token by the safety margin. At least the result arrives despite the rounding of its tax. */
const shave = (amount: bigint, taxes: TokenTaxes, token: Address): bigint =>
  isUntaxed(taxes.get(token)) ? amount : amount - amount / tolerance

const whole = 10_000n

/** Plans the transfers that fund both traders. The transferred amounts include the token's tax. */
function toFunding(parameters: SwapTrialParameters, own: Address, other: Address): readonly Arrival[] {
  const { paths, amountIn, sources, taxes } = parameters
  const token = paths[0]?.[0]?.tokenIn ?? zeroAddress
  const kept = BigInt(taxes.get(token)?.buyBps ?? 0)
  const toSent = (amount: bigint) =>
    kept === 0n ? amount : ((amount + amount / tolerance) * whole) / (whole - kept) + 1n
  const moves = sources.map(({ account, amount }) => toTransfer(token, account, own, toSent(amount)))
  const others = toOthersAmount(parameters)
  const first = { moves, token, account: own, least: amountIn + others }
  if (others === 0n) return [first]
  return [first, { moves: [toTransfer(token, own, other, others)], token, account: other, least: others }]
}

/** Plans the calls of a swap. The input is paid before the swap or in the pool's callback. */
function toArrivals({ leg, amountIn, paid, amountOut }: Step, holder: Address): readonly Arrival[] {
  const { pool, tokenIn, tokenOut } = leg
  const arrival = { token: tokenOut, account: holder, least: amountOut }
  const input = toTransfer(tokenIn, holder, pool.address, amountIn)
  const swap = toSwap(leg, amountIn, paid, holder)
  if (swap !== null) return [{ ...arrival, moves: paysInAdvance(pool) ? [input, swap] : [swap] }]
  return [
    { moves: [input], token: tokenIn, account: pool.address, least: amountIn, isPayment: true },
    { ...arrival, moves: [toTransfer(tokenOut, pool.address, holder, paid)] },
  ]
}

/** Returns the swap call, or null if trials do not call the swap function of this kind of pool. */
function toSwap({ pool, tokenIn }: Leg, amountIn: bigint, paid: bigint, holder: Address): SimulatedCall | null {
  const isDown = tokenIn === pool.tokens[0]
  const toCall = (data: Hex) => ({ from: holder, to: pool.address, data })
  if (pool.kind === 'ticks') return toCall(toTicksSwap(isDown, amountIn, holder, pad(tokenIn, { size: 32 })))
  return paysInAdvance(pool) ? toCall(toPairSwap(isDown, paid, holder)) : null
}
