import type { Clock, EndpointReport, FamilyPool, ProviderPool, RestPool } from '@outrigger/core'

/** An event of a chain's providers. */
export type ProviderEvent = {
  /** Unix ms. */
  readonly atMs: number
  readonly chain: string
  readonly reason: string | null
} & (
  | {
      readonly kind: 'status'
      readonly endpoint: string
      readonly from: EndpointReport['status']
      readonly to: EndpointReport['status']
    }
  | { readonly kind: 'failover'; readonly active: boolean }
)

/** Pools of any kind. */
export type AnyPool = ProviderPool | FamilyPool | RestPool

export const maxProviderEvents = 500

/** Collects the latest state changes and failovers of all pools, oldest first. Ends with the pools. */
export function keepProviderEvents(pools: readonly AnyPool[], clock: Clock): readonly ProviderEvent[] {
  const events: ProviderEvent[] = []
  const add = (event: ProviderEvent) => {
    events.push(event)
    if (events.length > maxProviderEvents) events.shift()
  }
  for (const pool of pools) {
    const { chain } = pool.report()
    pool.on('status', (change) => add({ atMs: clock.now(), chain, kind: 'status', ...change }))
    pool.on('failover', (change) => add({ atMs: clock.now(), chain, kind: 'failover', ...change }))
  }
  return events
}
