import { formatAge, formatTime } from '../data/format.ts'
import { type Outage, useSeenSince } from '../data/outages.ts'
import { useNow } from '../data/reading.ts'

/** Says for each chain without a provider since when, what is affected and what the node does about it. */
export function OutageBanner({ outages }: { readonly outages: readonly Outage[] }) {
  const toSince = useSeenSince(outages)
  return (
    <div role="status" aria-live="polite">
      {outages.map((outage) => (
        <Line key={outage.chain} of={outage} sinceMs={toSince(outage)} />
      ))}
    </div>
  )
}

function Line({ of: { chain, sinceMs: known }, sinceMs }: { readonly of: Outage; readonly sinceMs: number }) {
  const age = formatAge(useNow() - sinceMs)
  const since = known === null ? `for at least ${age}` : `since ${formatTime(known)} (${age})`
  return (
    <div class="outage">
      <strong>
        {chain}: no provider responds {since}.
      </strong>{' '}
      Fees, prices, blocks, positions and pending transactions of {chain} are not updated. Stored history, decoding and
      other chains work. The node keeps trying each provider. <a href="#/providers">Which provider fails, and why</a>
    </div>
  )
}
