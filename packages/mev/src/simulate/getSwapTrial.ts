import { type PoolState, swapPool, toPairSwap, toTicksSwap } from '@outrigger/defi/internal'
import { type Address, type Hex, type PublicClient, pad, zeroAddress } from 'viem'
import { type Leg, toReceivedByPool, toReceivedFromPool } from '../sizing/leg.ts'
import type { Hop, PoolStates } from '../sizing/playSwap.ts'
import { isUntaxed, type TokenTaxes } from '../sizing/tokenTaxes.ts'
import { createUnusedAccount, isAccepted, toAmount, toBalanceOf, toTransfer } from './erc20Calls.ts'
import { simulateTransactions } from './simulateTransactions.ts'
import type { SimulatedCall, SimulatedResult } from './simulation.ts'
import type { SimulationBudget } from './simulationBudget.ts'

/** An account that holds a token: another pool. */
export type Source = { readonly account: Address; readonly amount: bigint }

export type SwapTrialParameters = {
  /** Each in a transaction of its own where the node tells them apart, each swap with all that the one before brings. */
  readonly paths: readonly (readonly Hop[])[]
  readonly amountIn: bigint
  readonly pools: PoolStates
  /** Where the input is taken from. */
  readonly sources: readonly Source[]
  readonly taxes: TokenTaxes
  readonly blockNumber: bigint
  /** See `SimulationParameters`. */
  readonly gasPrice?: bigint
  readonly budget: SimulationBudget
}

export type TriedSwap = { readonly hop: Hop; readonly amountIn: bigint }

/** A swap that paid. Its gas is that of the transfers and the swap, without what transactions cost by themselves. */
export type PaidSwap = TriedSwap & { readonly gasUsed: bigint }

export type SwapTrial = {
  /** Whether all of the swaps paid. */
  readonly paid: boolean
  /** Those before the first one that did not. */
  readonly swaps: readonly PaidSwap[]
  /** The first one that did not, of anybody, with the swaps before it; null also where the sources did not pay. */
  readonly failed: (TriedSwap & { readonly before: readonly Hop[] }) | null
}

/** Taxes are known to a hundredth of a percent. */
const tolerance = 5_000n

/** Pools that pay for what was sent to them before. */
const paysInAdvance = ({ kind }: PoolState): boolean => kind === 'pair' || kind === 'solidly'

/**
 * Pairs and pools of Uniswap V3's kind are swapped with. Of others both tokens are moved as the swap would, out of the contract
 * that holds them; but no native currency.
 */
export const canBeTried = (pool: PoolState): boolean => paysInAdvance(pool) || pool.nativeAs === undefined

/**
 * Whether swaps bring what the pools' states say, carried out one after the other in one simulation with tokens that are taken
 * from other pools. A pool may claim any reserves, and a token may treat pools, accounts and amounts differently. Before the last
 * path somebody else carries the first one out with half of the amount: others trade as well.
 *
 * @returns null where it cannot be simulated
 * @throws what the client throws when its providers do not answer
 * @example
 * await getSwapTrial(client, { paths: [hops], amountIn: 10n ** 18n, pools: snapshot, sources, taxes, blockNumber, budget })
 */
export async function getSwapTrial(client: PublicClient, parameters: SwapTrialParameters): Promise<SwapTrial | null> {
  const { blockNumber, gasPrice = 0n, budget } = parameters
  const parts = toParts(parameters)
  if (parts === null) return null
  const calls = parts.flatMap(({ arrival, isNext }) =>
    toCalls(arrival).map((call, at) => ({ ...call, isNext: isNext && at === 0 })),
  )
  const simulation = await simulateTransactions(client, { blockNumber, calls, gasPrice, senders: 'contracts', budget })
  if (simulation === null) return null
  const results = split(simulation.results, parts)
  const failed = parts.findIndex(({ arrival }, index) => !hasArrived(arrival, results[index] ?? []))
  const swaps = parts.slice(0, failed === -1 ? parts.length : failed).flatMap(({ step, isOwn }, index) => {
    if (step === null || !isOwn) return []
    return { hop: step.hop, amountIn: step.amountIn, gasUsed: toGasUsed(results[index] ?? []) }
  })
  return { paid: failed === -1, swaps, failed: toFailed(parts, failed) }
}

function toFailed(parts: readonly Part[], at: number): SwapTrial['failed'] {
  const step = parts[at]?.step
  if (!step) return null
  const before = parts.slice(0, at).flatMap((part) => part.step?.hop ?? [])
  return { hop: step.hop, amountIn: step.amountIn, before }
}

/** What somebody else trades of the amount that is tried. */
export const toOthersAmount = (amountIn: bigint): bigint => amountIn / 2n

/** Calls of which one arrival is expected: of tokens from elsewhere, or of what a swap pays. */
type Part = {
  readonly arrival: Arrival
  readonly step: Step | null
  readonly isOwn: boolean
  /** Whether it begins a transaction. */
  readonly isNext: boolean
}

/** Null where the swaps cannot be played on the pools. */
function toParts(parameters: SwapTrialParameters): readonly Part[] | null {
  const { paths, amountIn, pools, taxes } = parameters
  const [own, other] = [createUnusedAccount(), createUnusedAccount()]
  const play = createPlay(pools, taxes)
  const toSwaps = (steps: readonly Step[], account: Address): readonly Part[] =>
    steps.map((step, index) => ({
      arrival: toArrival(step, account),
      step,
      isOwn: account === own,
      isNext: index === 0,
    }))
  const parts: Part[] = toFunding(parameters, own, other).map((arrival) => {
    return { arrival, step: null, isOwn: true, isNext: false }
  })
  let amount = amountIn
  for (const [index, hops] of paths.entries()) {
    const others = index === paths.length - 1 ? play(paths[0] ?? [], toOthersAmount(amountIn)) : null
    parts.push(...toSwaps(others ?? [], other))
    const steps = play(hops, amount)
    if (steps === null) return null
    parts.push(...toSwaps(steps, own))
    amount = steps.at(-1)?.amountOut ?? amount
  }
  return parts
}

/** Calls that are to bring an account so much of a token. */
type Arrival = {
  readonly moves: readonly (SimulatedCall | Arrival)[]
  readonly token: Address
  readonly account: Address
  readonly least: bigint
}

/** The calls with a look at the balance before and after. */
function toCalls({ moves, token, account }: Arrival): readonly SimulatedCall[] {
  const look = toBalanceOf(token, account)
  return [look, ...moves.flatMap((move) => ('moves' in move ? toCalls(move) : move)), look]
}

/** The results of each part's calls. */
function split(results: readonly SimulatedResult[], parts: readonly Part[]) {
  let rest = results
  return parts.map(({ arrival }) => {
    const { length } = toCalls(arrival)
    const own = rest.slice(0, length)
    rest = rest.slice(length)
    return own
  })
}

/** Whether all of the calls went through and brought what they were to bring. */
function hasArrived(arrival: Arrival, results: readonly SimulatedResult[]): boolean {
  let at = 1
  for (const move of arrival.moves) {
    const count = 'moves' in move ? toCalls(move).length : 1
    const own = results.slice(at, at + count)
    if (!('moves' in move ? hasArrived(move, own) : own.every(isAccepted))) return false
    at += count
  }
  return toAmount(results[at]) - toAmount(results[0]) >= arrival.least
}

/** Of the calls, without the looks at the balance. */
const toGasUsed = (results: readonly SimulatedResult[]): bigint =>
  results.slice(1, -1).reduce((sum, { gasUsed }) => sum + gasUsed, 0n)

type Step = {
  readonly hop: Hop
  readonly leg: Leg
  readonly amountIn: bigint
  /** By the pool; what the account has of it then is `amountOut`. */
  readonly paid: bigint
  readonly amountOut: bigint
}

/** Plays paths on the pools as those before them leave them; null, and without a trace, where one is not to be played. */
function createPlay(pools: PoolStates, taxes: TokenTaxes) {
  const changed = new Map<Hex, PoolState>()
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

/** An amount that has surely arrived where the tax is known to a hundredth of a percent. */
const shave = (amount: bigint, taxes: TokenTaxes, token: Address): bigint =>
  isUntaxed(taxes.get(token)) ? amount : amount - amount / tolerance

const whole = 10_000n

/** What both accounts begin with. So much is sent that the amounts arrive. */
function toFunding(parameters: SwapTrialParameters, own: Address, other: Address): readonly Arrival[] {
  const { paths, amountIn, sources, taxes } = parameters
  const token = paths[0]?.[0]?.tokenIn ?? zeroAddress
  const kept = BigInt(taxes.get(token)?.buyBps ?? 0)
  const toSent = (amount: bigint) =>
    kept === 0n ? amount : ((amount + amount / tolerance) * whole) / (whole - kept) + 1n
  const moves = sources.map(({ account, amount }) => toTransfer(token, account, own, toSent(amount)))
  const others = toOthersAmount(amountIn)
  const first = { moves, token, account: own, least: amountIn + others }
  if (others === 0n) return [first]
  return [first, { moves: [toTransfer(token, own, other, others)], token, account: other, least: others }]
}

/** A swap, with the payment before it or in the pool's callback. */
function toArrival({ leg, amountIn, paid, amountOut }: Step, holder: Address): Arrival {
  const { pool, tokenIn, tokenOut } = leg
  const arrival = { token: tokenOut, account: holder, least: amountOut }
  const input = toTransfer(tokenIn, holder, pool.address, amountIn)
  const swap = toSwap(leg, amountIn, paid, holder)
  if (swap !== null) return { ...arrival, moves: paysInAdvance(pool) ? [input, swap] : [swap] }
  const payment = { moves: [input], token: tokenIn, account: pool.address, least: amountIn }
  return { ...arrival, moves: [payment, toTransfer(tokenOut, pool.address, holder, paid)] }
}

/** Null where the pool is not swapped with. */
function toSwap({ pool, tokenIn }: Leg, amountIn: bigint, paid: bigint, holder: Address): SimulatedCall | null {
  const isDown = tokenIn === pool.tokens[0]
  const toCall = (data: Hex) => ({ from: holder, to: pool.address, data })
  if (pool.kind === 'ticks') return toCall(toTicksSwap(isDown, amountIn, holder, pad(tokenIn, { size: 32 })))
  return paysInAdvance(pool) ? toCall(toPairSwap(isDown, paid, holder)) : null
}
