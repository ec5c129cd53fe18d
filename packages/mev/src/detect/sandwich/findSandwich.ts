import { computeNetProfit, computeSandwichGas, computeWrapGas } from '../../cost.ts'
import { computeSandwichSize } from '../../sizing/computeSandwichSize.ts'
import type { Leg } from '../../sizing/leg.ts'
import { type Hop, type PoolStates, playLegs, type ResolvedSwap, toLegs } from '../../sizing/playSwap.ts'
import { toVirtualPair } from '../../sizing/virtualPair.ts'
import type { PoolView } from '../../view/poolView.ts'
import { toNativeRate, toNativeValue } from '../../view/valuation.ts'
import type { DetectContext } from '../context.ts'

/** Sized front and back around pending swaps, with the profit in wei. */
export type SizedSandwich = {
  readonly path: readonly Hop[]
  readonly frontAmountIn: bigint
  readonly frontAmountOut: bigint
  readonly backAmountOut: bigint
  readonly netProfit: bigint
}

/**
 * Maximum number of simulated swaps for one front amount over all paths, because each amount replays front, victims and back.
 * Without this limit, victims with hundreds of pools would block the event loop.
 */
const maxPlayed = 64

/**
 * Returns the most profitable sandwich around pending swaps. It uses the whole path of the last swap or one of its pools, within
 * the limit. Returns null if none is profitable after the gas of two transactions.
 */
export function findSandwich(
  context: Pick<DetectContext, 'native' | 'taxes' | 'cost' | 'minProfit'>,
  view: PoolView,
  victims: readonly ResolvedSwap[],
): SizedSandwich | null {
  const target = victims.at(-1)
  if (target === undefined) return null
  const paths = target.hops.length === 1 ? [target.hops] : [target.hops, ...target.hops.map((hop) => [hop])]
  const victimHops = victims.reduce((sum, { hops }) => sum + hops.length, 0)
  let best: SizedSandwich | null = null
  let left = maxPlayed
  for (const path of paths) {
    left -= 2 * path.length + victimHops
    if (left < 0) break
    if (!isWorthSizing(context, view, path, victims)) continue
    const sized = sizeSandwich(context, view, path, victims)
    if (sized !== null && (best === null || sized.netProfit > best.netProfit)) best = sized
  }
  return best
}

function sizeSandwich(
  { native, taxes, cost, minProfit }: Pick<DetectContext, 'native' | 'taxes' | 'cost' | 'minProfit'>,
  view: PoolView,
  path: readonly Hop[],
  victims: readonly ResolvedSwap[],
): SizedSandwich | null {
  const size = computeSandwichSize({ path, victims, pools: view, taxes })
  const legs = toLegs(path, view)
  const token = path[0]?.tokenIn
  if (size === null || legs === null || token === undefined) return null
  const gross = toNativeValue(view, native, token, size.backAmountOut - size.frontAmountIn, taxes)
  if (gross === null) return null
  const gas = toGas(legs)
  const netProfit = computeNetProfit(gross, gas, cost)
  if (netProfit <= 0n || netProfit < minProfit) return null
  const front = playLegs(legs, size.frontAmountIn, taxes, 'held')
  return front && { path, ...size, frontAmountOut: front.amountOut, netProfit }
}

/** Returns false if the victims' possible losses cannot pay the gas. An attacker earns at most what the victims lose. */
function isWorthSizing(
  { native, cost, minProfit }: Pick<DetectContext, 'native' | 'cost' | 'minProfit'>,
  view: PoolStates & PoolView,
  path: readonly Hop[],
  victims: readonly ResolvedSwap[],
): boolean {
  const legs = toLegs(path, view)
  if (legs === null) return false
  const least = Number(toGas(legs) * cost.gasPrice + minProfit)
  let most = 0
  for (const victim of victims) {
    const token = victim.hops[0]?.tokenIn
    const rate = token === undefined ? 0 : toNativeRate(view, native, token)
    if (rate === 0) return true
    most += rate * toLargestLoss(victim, view)
  }
  return most >= least
}

/**
 * Returns an upper bound of what others can take from a swap, in its input token. After a sandwich, the pools have paid out only what the
 * victim receives, which is worth at least its limit at the current price. The rest of the victim's input can go to others.
 */
function toLargestLoss({ hops, amountIn, amountOut }: ResolvedSwap, view: PoolView): number {
  const [amount, legs] = [Number(amountIn), toLegs(hops, view)]
  if (legs === null) return amount
  let price = 1
  for (const { pool, tokenIn, tokenOut } of legs) {
    const pair = toVirtualPair(pool, tokenIn, tokenOut)
    if (pair === null) return amount
    price *= (pair.share * pair.reserveOut) / pair.reserveIn
  }
  return Math.max(0, amount - Number(amountOut) / price)
}

/** Returns the gas of a front and a back, each of which wraps or unwraps native currency. */
function toGas(legs: readonly Leg[]): bigint {
  const pools = legs.map(({ pool }) => pool)
  return computeSandwichGas(pools.map(({ kind }) => kind)) + 2n * computeWrapGas(pools)
}
