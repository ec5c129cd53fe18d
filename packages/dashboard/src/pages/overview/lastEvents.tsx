import { wire } from '../../data/client.ts'
import { toHappenings } from '../../data/events.ts'
import { formatTime } from '../../data/format.ts'
import type { Providers } from '../../data/providers.ts'
import { type Reading, useReading } from '../../data/reading.ts'
import { Panel } from '../../ui/panel.tsx'

/** The last changes of providers, for keys that may see them, and the last alerts. */
export function LastEvents({ providers }: { readonly providers: Reading<Providers | undefined> }) {
  const reading = useReading(() => wire.alertsList({ limit: 200 }), { everyMs: 5000 })
  const toRows = (alerts: NonNullable<typeof reading.data>) => toHappenings(providers.data?.events ?? [], alerts, 12)
  return (
    <Panel
      title="Last events"
      reading={reading}
      empty={(alerts) =>
        toRows(alerts).length === 0 && 'No provider has changed its state and no alert has fired since the start.'
      }
    >
      {(alerts) => (
        <ol class="events">
          {toRows(alerts).map(({ atMs, text, link, isBad }) => (
            <li key={`${atMs} ${text}`}>
              <time dateTime={new Date(atMs).toISOString()} class="quiet">
                {formatTime(atMs)}
              </time>
              <a href={link} class={isBad ? 'plain bad' : 'plain'}>
                {text}
              </a>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  )
}
