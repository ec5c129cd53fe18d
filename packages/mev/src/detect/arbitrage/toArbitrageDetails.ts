import type { ArbitrageDetails } from '../../finding.ts'
import type { PoolView } from '../../view/poolView.ts'
import type { SizedCycle } from './findArbitrages.ts'

/** `token` is the token that the first swap buys. The spread applies at the margin, after the pools' fees. */
export function toArbitrageDetails({ hops, gain }: SizedCycle, view: PoolView): ArbitrageDetails {
  const [first, last] = [hops[0], hops.at(-1)]
  const toDex = (hop: typeof first) => (hop && view.get(hop.pool)?.dex) ?? 'unknown'
  return {
    dexBuy: toDex(first),
    dexSell: toDex(last),
    token: first?.tokenOut ?? '',
    spreadPercent: Math.round(Math.expm1(gain) * 1e6) / 1e4,
  }
}

/** Returns the same id for the same pools and direction. */
export function toCycleId({ hops }: SizedCycle): string {
  return hops.map(({ pool, tokenIn }) => `${pool}:${tokenIn.slice(0, 10)}`).join('>')
}
