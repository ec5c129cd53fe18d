import type { Response } from '@outrigger/api/contract'
import type { ProviderEvent } from './providers.ts'

type Health = Response<'oracleHealth'>['providers']

/** Returns the chains of which every provider is unavailable. */
export function toLostChains(providers: Health): readonly string[] {
  return Object.entries(providers).flatMap(([chain, roles]) =>
    Object.values(roles).every(({ status }) => status === 'unavailable') ? chain : [],
  )
}

/**
 * Returns when the last provider of a chain failed, in Unix ms, from the node's events. Null if the events do not show it.
 *
 * @param events in chronological order
 */
export function toLostSince(events: readonly ProviderEvent[], chain: string): number | null {
  const last = events.findLast((one) => one.chain === chain && one.kind === 'status')
  return last?.to === 'unavailable' ? Date.parse(last.timestamp) : null
}
