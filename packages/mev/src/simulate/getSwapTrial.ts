import { type PoolState, swapPool } from '@outrigger/defi/internal'
import { type Address, encodeFunctionData, type Hex, type PublicClient, parseAbi } from 'viem'
import { type Leg, toReceivedByPool, toReceivedFromPool } from '../sizing/leg.ts'
import type { Hop, PoolStates } from '../sizing/playSwap.ts'
import { isUntaxed, type TokenTaxes } from '../view/tokenTaxes.ts'
import { createUnusedAccount, isAccepted, toAmount, toBalanceOf, toTransfer } from './erc20Calls.ts'
import { simulateTransactions } from './simulateTransactions.ts'
import type { SimulatedCall, SimulatedResult } from './simulation.ts'
import type { SimulationBudget } from './simulationBudget.ts'

export type SwapTrialParameters = {
  /** One after the other, each with all that the one before brings. */
  readonly hops: readonly Hop[]
  readonly amountIn: bigint
  readonly pools: PoolStates
  /** The account that the input is taken from: another pool that holds the token. */
  readonly source: Address
  readonly taxes: TokenTaxes
  readonly blockNumber: bigint
  /** See `SimulationParameters`. */
  readonly gasPrice?: bigint
  readonly budget: SimulationBudget
}

/** `gasUsed`: by the transfers and swaps, without what transactions cost by themselves. */
export type SwapTrial = { readonly paid: boolean; readonly gasUsed: bigint }

const abi = parseAbi(['function swap(uint256 amount0Out, uint256 amount1Out, address to, bytes data)'])
/** Taxes are known to a hundredth of a percent. */
const tolerance = 5_000n
const transactionGas = 21_000n

/** Pools that an account without code can swap with, since they pay for what was sent to them before. */
const paysInAdvance = ({ kind }: PoolState): boolean => kind === 'pair' || kind === 'solidly'

/** Of other pools both tokens are moved as the swap would, out of the contract that holds them; but no native currency. */
export const canBeTried = (pool: PoolState): boolean => paysInAdvance(pool) || pool.nativeAs === undefined

/**
 * Whether swaps bring what the pools' states say, carried out one after the other in one simulation with tokens that are taken
 * from another pool. A pool may claim any reserves, and a token may treat pools, accounts and amounts differently.
 *
 * @returns null where it cannot be simulated
 * @throws what the client throws when its providers do not answer
 * @example
 * await getSwapTrial(client, { hops, amountIn: 10n ** 18n, pools: snapshot, source: other.address, taxes, blockNumber, budget })
 */
export async function getSwapTrial(client: PublicClient, parameters: SwapTrialParameters): Promise<SwapTrial | null> {
  const { blockNumber, gasPrice = 0n, budget, hops, taxes } = parameters
  const [played, last] = [playHops(parameters), hops.at(-1)?.tokenOut]
  if (played === null || last === undefined) return null
  const holder = createUnusedAccount()
  const moves = [toFunding(parameters, holder), ...played.steps.flatMap((step) => toMoves(step, holder))]
  // Bought at the beginning and the end of the path: what is there at the end came with the last swap.
  const all = { moves, token: last, account: holder, least: shave(played.amountOut, taxes, last) }
  const calls = toCalls(all)
  const simulation = await simulateTransactions(client, { blockNumber, calls, gasPrice, budget })
  if (simulation === null) return null
  const { results } = simulation
  const swapped = results.slice(2, -1)
  return {
    paid: hasArrived(all, results),
    gasUsed: swapped.reduce((sum, { gasUsed }) => sum + (gasUsed - transactionGas), 0n),
  }
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

type Step = { readonly leg: Leg; readonly amountIn: bigint; readonly paid: bigint }

/** Each swap on the pools as those before it leave them; null where one is not to be played, or not by an account. */
function playHops({ hops, amountIn, pools, taxes }: SwapTrialParameters) {
  const steps: Step[] = []
  const changed = new Map<Hex, PoolState>()
  let amount = amountIn
  for (const { pool: id, tokenIn, tokenOut } of hops) {
    const pool = changed.get(id) ?? pools.get(id)
    if (!pool || !canBeTried(pool)) return null
    const leg = { pool, tokenIn, tokenOut }
    const received = toReceivedByPool(leg, amount, taxes)
    const outcome = received === null ? null : swapPool(pool, tokenIn, tokenOut, shave(received, taxes, tokenIn))
    if (outcome === null || outcome.amountOut === 0n) return null
    steps.push({ leg, amountIn: amount, paid: outcome.amountOut })
    changed.set(id, outcome.next)
    amount = shave(toReceivedFromPool(leg, outcome.amountOut, taxes), taxes, tokenOut)
  }
  return { steps, amountOut: amount }
}

/** An amount that has surely arrived where the tax is known to a hundredth of a percent. */
const shave = (amount: bigint, taxes: TokenTaxes, token: Address): bigint =>
  isUntaxed(taxes.get(token)) ? amount : amount - amount / tolerance

const whole = 10_000n

/** So much that the amount arrives. */
function toFunding({ hops, amountIn, source, taxes }: SwapTrialParameters, holder: Address): SimulatedCall {
  const token = hops[0]?.tokenIn ?? source
  const kept = BigInt(taxes.get(token)?.buyBps ?? 0)
  const sent = kept === 0n ? amountIn : ((amountIn + amountIn / tolerance) * whole) / (whole - kept) + 1n
  return toTransfer(token, source, holder, sent)
}

function toMoves({ leg, amountIn, paid }: Step, holder: Address): Arrival['moves'] {
  const { pool, tokenIn, tokenOut } = leg
  const input = toTransfer(tokenIn, holder, pool.address, amountIn)
  if (!paysInAdvance(pool)) {
    const payment = { moves: [input], token: tokenIn, account: pool.address, least: amountIn }
    return [payment, toTransfer(tokenOut, pool.address, holder, paid)]
  }
  const outputs = tokenIn === pool.tokens[0] ? ([0n, paid] as const) : ([paid, 0n] as const)
  const data = encodeFunctionData({ abi, functionName: 'swap', args: [...outputs, holder, '0x'] })
  return [input, { from: holder, to: pool.address, data }]
}
