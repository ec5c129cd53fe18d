import type { Leg } from './leg.ts'
import { computePairSandwich, type SandwichSize } from './pairSandwich.ts'
import { overlay, playPlan } from './playPlan.ts'
import { type Hop, type Plan, type PoolStates, playLegs, playSwap, type ResolvedSwap, toLegs } from './playSwap.ts'
import { searchPairFront } from './searchPairFront.ts'
import { searchPeak } from './searchPeak.ts'
import { isUntaxed, noTaxes, type TokenTaxes } from './tokenTaxes.ts'
import { toVirtualPair } from './virtualPair.ts'

/** The victims of a sandwich, the route of the front run, and the pools before it. */
export type SandwichSetup = {
  /** What the attacker buys through before the first victim, and sells through backwards after the last. */
  readonly path: readonly Hop[]
  /** In the order they will be carried out. */
  readonly victims: readonly ResolvedSwap[]
  readonly pools: PoolStates
  readonly taxes?: TokenTaxes
  /** @default 2 ** 112 - 1 */
  readonly maxAmountIn?: bigint
}

const uint112 = (1n << 112n) - 1n
/** The share of a pool's reserve at which the search for the front amount begins. */
const firstShare = 1 / 200
/** Steps of the scan of pools with ticks in either direction. */
const scanSteps = 10
/** Of the first front, the small ones that are tried; a victim may leave room for the smallest only. */
const smallShares = [1e-5, 1e-7, 1e-9]

/**
 * The front amount that earns most around pending swaps, and lets none of them revert; null where nothing is earned. One
 * victim through one pair has the closed form of `computePairSandwich`; pools with ticks, several hops and several victims
 * are searched, each evaluation playing front, victims and back through the pools' exact arithmetic.
 *
 * @example
 * computeSandwichSize({ path: victim.hops, victims: [victim], pools: view })
 */
export function computeSandwichSize(setup: SandwichSetup): SandwichSize | null {
  const { path, taxes = noTaxes, maxAmountIn = uint112, pools } = setup
  const legs = toLegs(path, pools)
  const [first] = legs ?? []
  if (legs === null || first === undefined) return null
  const victims = toPairVictims(setup, first, taxes)
  const [only] = victims ?? []
  if (victims?.length === 1 && only !== undefined) return computePairSandwich(only, maxAmountIn)
  const evaluate = (amount: bigint) => playSandwich(setup, legs, amount, taxes)
  if (victims !== null) return settle(evaluate, searchPairFront(victims), maxAmountIn)
  const guess = toGuess(first)
  // What does not earn on a small front does not earn on any, and a victim that reverts anyway lets none pass.
  const start = earnsOnSmall(evaluate, guess) ? guess : scanTicks(evaluate, guess, legs)
  if (start === null) return null
  const best = searchPeak({ evaluate, guess: start, max: maxAmountIn, tolerance: 1e-5 })
  return best === null || best.value <= 0n ? null : { frontAmountIn: best.at, backAmountOut: best.at + best.value }
}

/** Swaps of exact inputs through the one pair of the path, in its direction; null where the victims are others. */
function toPairVictims({ path, victims }: SandwichSetup, { pool, tokenIn }: Leg, taxes: TokenTaxes) {
  if (path.length > 1 || pool.kind !== 'pair') return null
  if (!pool.tokens.every((token) => isUntaxed(taxes.get(token)))) return null
  const isAlike = ({ hops, exact, plan }: ResolvedSwap) =>
    !plan && hops.length === 1 && hops[0]?.pool === pool.id && hops[0].tokenIn === tokenIn && exact === 'in'
  if (!victims.every(isAlike)) return null
  const isZeroForOne = tokenIn === pool.tokens[0]
  return victims.map(({ amountIn, amountOut }) => ({
    reserveIn: isZeroForOne ? pool.reserve0 : pool.reserve1,
    reserveOut: isZeroForOne ? pool.reserve1 : pool.reserve0,
    fee: pool.fee,
    amountIn,
    minAmountOut: amountOut,
  }))
}

/** At the end of what victims bear, floating point may be a few units beyond it. */
const marginsOfError = [0n, 10n ** 9n, 10n ** 6n]

/** The exact outcome of a front that was found in floating point. */
function settle(evaluate: (amount: bigint) => bigint | null, front: number, max: bigint): SandwichSize | null {
  const around = front >= Number(max) ? max : BigInt(Math.floor(front))
  for (const margin of marginsOfError) {
    const at = margin === 0n ? around : around - around / margin - 1n
    const value = at > 0n ? evaluate(at) : null
    if (value !== null) return value > 0n ? { frontAmountIn: at, backAmountOut: at + value } : null
  }
  return null
}

function earnsOnSmall(evaluate: (amount: bigint) => bigint | null, guess: number): boolean {
  for (const share of smallShares) {
    const value = evaluate(BigInt(Math.ceil(guess * share)))
    if (value !== null) return value > 0n
  }
  return false
}

/**
 * Where a small front loses, a large one may still earn: it can push the price to where liquidity is thin. The best of a row
 * of fronts, up to the largest that the victims bear; null where none earns.
 */
function scanTicks(evaluate: (amount: bigint) => bigint | null, guess: number, legs: readonly Leg[]): number | null {
  if (!legs.some(({ pool }) => pool.kind === 'ticks' || pool.kind === 'v4')) return null
  let best: { readonly at: number; readonly value: bigint } | null = null
  let [borne, refused] = [0, Number.POSITIVE_INFINITY]
  const look = (at: number) => {
    const value = evaluate(BigInt(Math.ceil(at)))
    if (value === null) refused = at
    else borne = at
    if (value !== null && value > (best?.value ?? 0n)) best = { at, value }
  }
  for (let step = -scanSteps; step <= scanSteps && refused === Number.POSITIVE_INFINITY; step++)
    look(guess * 1.6 ** step)
  for (let step = 0; step < 2 * scanSteps && refused < Number.POSITIVE_INFINITY; step++) look((borne + refused) / 2)
  return (best as { readonly at: number } | null)?.at ?? null
}

/** What a front amount earns; null where a victim would revert or a pool cannot carry it out. */
function playSandwich(setup: SandwichSetup, legs: readonly Leg[], front: bigint, taxes: TokenTaxes): bigint | null {
  const bought = playLegs(legs, front, taxes, 'held')
  if (bought === null) return null
  const after = playVictims(setup.victims, overlay(setup.pools, bought.next), taxes)
  if (after === null) return null
  const back = toLegs(toBackPath(setup.path), after)
  const sold = back === null ? null : playLegs(back, bought.amountOut, taxes, 'held')
  return sold === null ? null : sold.amountOut - front
}

/** The way back: what the path bought is sold through the same pools. */
export function toBackPath(path: readonly Hop[]): readonly Hop[] {
  return path.map(({ pool, tokenIn, tokenOut }) => ({ pool, tokenIn: tokenOut, tokenOut: tokenIn })).reverse()
}

/** The pools after all victims; null where one would revert. Swaps of one plan are played together. */
function playVictims(victims: readonly ResolvedSwap[], pools: PoolStates, taxes: TokenTaxes): PoolStates | null {
  let present: PoolStates | null = pools
  const seen = new Set<Plan>()
  for (const victim of victims) {
    const { plan } = victim
    if (plan && seen.has(plan)) continue
    if (plan) {
      seen.add(plan)
      present = playPlan(plan, present, taxes)
    } else {
      const played = playSwap(victim, present, taxes)
      present = typeof played === 'string' ? null : overlay(present, played.next)
    }
    if (present === null) return null
  }
  return present
}

function toGuess({ pool, tokenIn, tokenOut }: Leg): number {
  const pair = toVirtualPair(pool, tokenIn, tokenOut)
  if (pair !== null) return pair.reserveIn * firstShare
  return 'balances' in pool ? Number(pool.balances[pool.tokens.indexOf(tokenIn)] ?? 0n) * firstShare : 1e15
}
