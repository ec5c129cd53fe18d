import type { GasOracle } from '@outrigger/oracle'

/** Ready once every configured chain has a gas price, even a stale one, because a node without providers still serves it. */
export type Readiness = { readonly ready: boolean; readonly reasons: readonly string[] }

export function computeReadiness(gas: GasOracle): Readiness {
  const reasons = gas.chains
    .filter((chain) => gas.peek(chain) === undefined)
    .map((chain) => `${chain}: no gas price yet, no provider has answered`)
  return { ready: reasons.length === 0, reasons }
}
