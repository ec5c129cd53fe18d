import type { PoolReport } from '@outrigger/core'
import { describeOutage } from '@outrigger/core/internal'
import type { GasOracle } from '@outrigger/oracle'

/**
 * Ready once every configured chain has a gas price, as long as a provider of at least one chain responds. `reasons` also names
 * chains whose answers are stale because no provider responds or shows new blocks.
 */
export type Readiness = { readonly ready: boolean; readonly reasons: readonly string[] }

type ReadinessParts = {
  readonly gas: Pick<GasOracle, 'chains' | 'peek'>
  readonly reports: readonly Pick<PoolReport, 'chain' | 'outage'>[]
  readonly isStoreFailing: boolean
  readonly nowMs: number
}

export function computeReadiness({ gas, reports, isStoreFailing, nowMs }: ReadinessParts): Readiness {
  const cold = gas.chains.filter((chain) => gas.peek(chain) === undefined)
  const answering = reports.filter(({ outage }) => outage === null || outage.kind === 'lateHead')
  const isCold = (chain: string) => cold.some((one) => one === chain)
  const chains = reports.flatMap(({ chain, outage }) => {
    if (isCold(chain) && outage?.kind !== 'wrongChain') return `${chain}: no gas price yet, no provider has answered`
    return outage === null ? [] : `${chain}: ${describeOutage(outage, nowMs)}, answers are stale`
  })
  return {
    ready: cold.length === 0 && (answering.length > 0 || reports.length === 0),
    reasons: [...chains, ...(isStoreFailing ? [storeReason] : [])],
  }
}

// Chain data needs no store, so the node stays ready.
const storeReason = 'store: it cannot be read or written, keys and alerts cannot change and history is not kept'
