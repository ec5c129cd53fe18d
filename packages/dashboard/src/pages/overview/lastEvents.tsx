import { wire } from '../../data/client.ts'
import { toHappenings } from '../../data/events.ts'
import { formatTime } from '../../data/format.ts'
import { useReading } from '../../data/reading.ts'
import { Panel } from '../../ui/panel.tsx'

/** The last changes of providers, for keys that may see them, and the last alerts. */
export function LastEvents({ maySeeProviders }: { readonly maySeeProviders: boolean }) {
  const reading = useReading(
    async () => {
      const providers = maySeeProviders ? await wire.accountProviders() : { events: [] }
      return toHappenings(providers.events, await wire.alertsList({ limit: 200 }), 12)
    },
    { everyMs: 5000 },
  )
  return (
    <Panel
      title="Last events"
      reading={reading}
      empty={(rows) => rows.length === 0 && 'No provider has changed its state and no alert has fired since the start.'}
    >
      {(rows) => (
        <ol class="events">
          {rows.map(({ atMs, text, link, isBad }) => (
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
