import type { InitializedTick, TickState } from './tickState.ts'

/**
 * Returns the pool after a position from `tickLower` to `tickUpper` grew by `delta` (negative: shrank), or `unknown` if
 * that contradicts the state.
 */
export function changeLiquidity<state extends TickState>(
  state: state,
  tickLower: number,
  tickUpper: number,
  delta: bigint,
): state | 'unknown' {
  if (delta === 0n) return state
  const isActive = tickLower <= state.tick && state.tick < tickUpper
  const liquidity = isActive ? state.liquidity + delta : state.liquidity
  const lower = changeTick(state, state.ticks, tickLower, delta, delta)
  const ticks = lower && changeTick(state, lower, tickUpper, -delta, delta)
  return ticks === null || liquidity < 0n ? 'unknown' : { ...state, liquidity, ticks }
}

function changeTick(
  { from, to }: Pick<TickState, 'from' | 'to'>,
  ticks: readonly InitializedTick[],
  tick: number,
  net: bigint,
  gross: bigint,
): readonly InitializedTick[] | null {
  if (tick < from || tick > to) return ticks
  const found = ticks.findIndex((one) => one.tick >= tick)
  const index = found === -1 ? ticks.length : found
  const known = ticks[index]?.tick === tick ? ticks[index] : undefined
  const liquidityGross = (known?.liquidityGross ?? 0n) + gross
  if (liquidityGross < 0n) return null
  const changed = { tick, liquidityNet: (known?.liquidityNet ?? 0n) + net, liquidityGross }
  return ticks.toSpliced(index, known ? 1 : 0, ...(liquidityGross > 0n ? [changed] : []))
}
