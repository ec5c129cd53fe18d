import { createContext } from 'preact'
import { useContext, useRef } from 'preact/hooks'
import { wire } from './client.ts'
import { toLostChains, toLostSince } from './lostChains.ts'
import { useReading } from './reading.ts'

/** A chain without a provider that responds. */
export type Outage = {
  readonly chain: string
  /** When the last provider failed, in Unix ms. Null if the page does not know it. */
  readonly sinceMs: number | null
}

const everyMs = 3000

/** Repeatedly reads the chains without a provider that responds. Undefined before the first response. */
export function useOutages(maySeeEvents: boolean): readonly Outage[] | undefined {
  const health = useReading(() => wire.oracleHealth(), { everyMs })
  const lost = health.data && toLostChains(health.data.providers)
  const isLost = lost !== undefined && lost.length > 0
  const events = useReading(async () => (isLost && maySeeEvents ? (await wire.accountProviders()).events : []), {
    everyMs: isLost ? everyMs : 0,
    of: [lost?.join()],
  })
  return lost?.map((chain) => ({ chain, sinceMs: toLostSince(events.data ?? [], chain) }))
}

/** The chains without a provider that responds, for all panels of a page. */
export const Outages = createContext<readonly Outage[]>([])

/** Returns why the state of a chain is unknown. Undefined while a provider responds. */
export function useUnknown(chain: string): string | undefined {
  const isLost = useContext(Outages).some((one) => one.chain === chain)
  return isLost ? `Unknown: no provider of ${chain} responds.` : undefined
}

/** Keeps the time at which the page saw each outage first, for keys that may not read the node's events. */
export function useSeenSince(outages: readonly Outage[]): (outage: Outage) => number {
  const seen = useRef(new Map<string, number>())
  for (const chain of seen.current.keys()) if (!outages.some((one) => one.chain === chain)) seen.current.delete(chain)
  for (const { chain } of outages) if (!seen.current.has(chain)) seen.current.set(chain, Date.now())
  return ({ chain, sinceMs }) => sinceMs ?? seen.current.get(chain) ?? Date.now()
}
