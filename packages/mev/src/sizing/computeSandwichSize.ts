import { type Leg, toGuess, toReserve } from './leg.ts'
import { computePairSandwich, type SandwichSize } from './pairSandwich.ts'
import { overlay, playPlan } from './playPlan.ts'
import { type Hop, type Plan, type PoolStates, playLegs, playSwap, type ResolvedSwap, toLegs } from './playSwap.ts'
import { searchPairFront } from './searchPairFront.ts'
import { searchPeak } from './searchPeak.ts'
import { isUntaxed, noTaxes, type TokenTaxes } from './tokenTaxes.ts'

/** Victims of a sandwich, the path of the front, and the pools before it. */
export type SandwichSetup = {
  /** Path that the attacker buys through before the first victim. The back sells through the same path in reverse. */
  readonly path: readonly Hop[]
  /** Victims in execution order. */
  readonly victims: readonly ResolvedSwap[]
  readonly pools: PoolStates
  readonly taxes?: TokenTaxes
  /** @default 2 ** 112 - 1 */
  readonly maxAmountIn?: bigint
}

const uint112 = (1n << 112n) - 1n
/** Share of a pool's reserve at which the search starts. */
const firstShare = 1 / 200
/** Steps in each direction when scanning pools with ticks. */
const scanSteps = 10
/** Shares of the first front that are tried as small fronts, because a victim may tolerate only the smallest. */
const smallShares = [1e-5, 1e-7, 1e-9]

/**
 * Returns the most profitable front amount around pending swaps that lets no victim revert. Returns null if no amount is
 * profitable. One victim in one pair uses the closed form of `computePairSandwich`. Other cases are searched by replaying front,
 * victims and back with the pools' exact math.
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
  const guess = toGuess(first, firstShare)
  // If a small front is not profitable, no front is, except in pools with ticks. A victim that reverts anyway allows no front.
  const start = earnsOnSmall(evaluate, guess) ? guess : scanTicks(evaluate, guess, legs)
  if (start === null) return null
  const best = searchPeak({ evaluate, guess: start, max: maxAmountIn, tolerance: 1e-5 })
  return best === null || best.value <= 0n ? null : { frontAmountIn: best.at, backAmountOut: best.at + best.value }
}

/** Returns the victims as exact inputs into the path's single pair, in its direction. Null for other victims. */
function toPairVictims({ path, victims }: SandwichSetup, { pool, tokenIn, tokenOut }: Leg, taxes: TokenTaxes) {
  if (path.length > 1 || pool.kind !== 'pair') return null
  if (!pool.tokens.every((token) => isUntaxed(taxes.get(token)))) return null
  const isAlike = ({ hops, exact, plan }: ResolvedSwap) =>
    !plan && hops.length === 1 && hops[0]?.pool === pool.id && hops[0].tokenIn === tokenIn && exact === 'in'
  if (!victims.every(isAlike)) return null
  return victims.map(({ amountIn, amountOut }) => ({
    reserveIn: toReserve(pool, tokenIn),
    reserveOut: toReserve(pool, tokenOut),
    fee: pool.fee,
    amountIn,
    minAmountOut: amountOut,
  }))
}

/** Divisors of the margins by which a front is reduced if floating point exceeded the victims' limits. */
const marginDivisors = [0n, 10n ** 9n, 10n ** 6n]

/** Evaluates a front from floating point exactly. */
function settle(evaluate: (amount: bigint) => bigint | null, front: number, max: bigint): SandwichSize | null {
  const around = front >= Number(max) ? max : BigInt(Math.floor(front))
  for (const margin of marginDivisors) {
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
 * Scans larger fronts if a small one loses, because a large one can reach prices with thin liquidity. Returns the best front up
 * to the largest that the victims tolerate, or null if none is profitable.
 */
function scanTicks(evaluate: (amount: bigint) => bigint | null, guess: number, legs: readonly Leg[]): number | null {
  if (!legs.some(({ pool }) => pool.kind === 'ticks' || pool.kind === 'v4')) return null
  let best: { readonly at: number; readonly value: bigint } | null = null
  let [tolerated, rejected] = [0, Number.POSITIVE_INFINITY]
  const tryFront = (at: number) => {
    const value = evaluate(BigInt(Math.ceil(at)))
    if (value === null) rejected = at
    else tolerated = at
    if (value !== null && value > (best?.value ?? 0n)) best = { at, value }
  }
  for (let step = -scanSteps; step <= scanSteps && rejected === Number.POSITIVE_INFINITY; step++)
    tryFront(guess * 1.6 ** step)
  for (let step = 0; step < 2 * scanSteps && rejected < Number.POSITIVE_INFINITY; step++)
    tryFront((tolerated + rejected) / 2)
  return (best as { readonly at: number } | null)?.at ?? null
}

/** Returns the profit of a front amount. Null if a victim would revert or a pool cannot execute it. */
function playSandwich(setup: SandwichSetup, legs: readonly Leg[], front: bigint, taxes: TokenTaxes): bigint | null {
  const bought = playLegs(legs, front, taxes, 'held')
  if (bought === null) return null
  const after = playVictims(setup.victims, overlay(setup.pools, bought.next), taxes)
  if (after === null) return null
  const back = toLegs(toBackPath(setup.path), after)
  const sold = back === null ? null : playLegs(back, bought.amountOut, taxes, 'held')
  return sold === null ? null : sold.amountOut - front
}

/** Returns the reversed path, which sells the bought tokens through the same pools. */
export function toBackPath(path: readonly Hop[]): readonly Hop[] {
  return path.map(({ pool, tokenIn, tokenOut }) => ({ pool, tokenIn: tokenOut, tokenOut: tokenIn })).reverse()
}

/** Returns the pools after all victims, or null if one would revert. Swaps of one plan are played together. */
function playVictims(victims: readonly ResolvedSwap[], pools: PoolStates, taxes: TokenTaxes): PoolStates | null {
  let current: PoolStates | null = pools
  const seen = new Set<Plan>()
  for (const victim of victims) {
    const { plan } = victim
    if (plan && seen.has(plan)) continue
    if (plan) {
      seen.add(plan)
      current = playPlan(plan, current, taxes)
    } else {
      const played = playSwap(victim, current, taxes)
      current = typeof played === 'string' ? null : overlay(current, played.next)
    }
    if (current === null) return null
  }
  return current
}
