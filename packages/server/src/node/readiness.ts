import type { PoolReport } from '@outrigger/core'
import type { GasOracle } from '@outrigger/oracle'

/**
 * Ready once every configured chain has a gas price, as long as a provider of at least one chain responds. `reasons` also names
 * chains whose answers are stale because no provider responds.
 */
export type Readiness = { readonly ready: boolean; readonly reasons: readonly string[] }

export function computeReadiness(
  gas: Pick<GasOracle, 'chains' | 'peek'>,
  reports: readonly Pick<PoolReport, 'chain' | 'status'>[],
): Readiness {
  const cold = gas.chains.filter((chain) => gas.peek(chain) === undefined)
  const lost = reports.filter(({ status }) => status === 'unavailable').map(({ chain }) => chain)
  const stale = lost.filter((chain) => !cold.some((one) => one === chain))
  return {
    ready: cold.length === 0 && (lost.length === 0 || lost.length < reports.length),
    reasons: [
      ...cold.map((chain) => `${chain}: no gas price yet, no provider has answered`),
      ...stale.map((chain) => `${chain}: no provider responds, answers are stale`),
    ],
  }
}
