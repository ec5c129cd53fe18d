import { formatTime } from '../../data/format.ts'
import type { ProviderEvent } from '../../data/providers.ts'
import { Status } from '../../ui/status.tsx'
import { Table } from '../../ui/table.tsx'

type EventsProps = { readonly events: readonly ProviderEvent[]; readonly most?: number }

/** Table of status changes and failovers, newest first. */
export function Events({ events, most = events.length }: EventsProps) {
  return (
    <Table
      label="Failovers and changes of state"
      rows={[...events].reverse().slice(0, most)}
      keyOf={({ timestamp, chain, kind, endpoint = '' }) => `${timestamp} ${chain} ${kind} ${endpoint}`}
      columns={[
        { title: 'When', of: ({ timestamp }) => formatTime(timestamp) },
        { title: 'Chain', of: ({ chain }) => chain },
        {
          title: 'What',
          of: ({ kind, active, endpoint, from, to }) =>
            kind === 'failover' ? (
              <strong>{active ? 'traffic moves to a backup' : 'traffic returns to the primary'}</strong>
            ) : (
              <>
                {endpoint}: {from} → <Status of={to ?? 'unknown'} isPast />
              </>
            ),
        },
        { title: 'Why', of: ({ reason }) => <span class="wrap">{reason ?? ''}</span> },
      ]}
    />
  )
}
