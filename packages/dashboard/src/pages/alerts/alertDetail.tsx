import type { Response } from '@outrigger/api/contract'
import { useState } from 'preact/hooks'
import { useActing } from '../../data/acting.ts'
import { describeRule, toChange } from '../../data/alertRules.ts'
import { wire } from '../../data/client.ts'
import { formatNumber, formatTime } from '../../data/format.ts'
import { useChainNames } from '../../data/outages.ts'
import { useReading } from '../../data/reading.ts'
import { Input } from '../../ui/input.tsx'
import { Outcome } from '../../ui/outcome.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Status } from '../../ui/status.tsx'
import { Table } from '../../ui/table.tsx'
import { AlertForm } from './alertForm.tsx'
import { AlertActions, AlertState } from './alertTable.tsx'

type Detail = Response<'alertsGet'>
type AlertDetailProps = { readonly id: string; readonly mayWrite: boolean; readonly onChange: () => void }

/** One alert: its history, its pending deliveries, and all actions on the alert. */
export function AlertDetail({ id, mayWrite, onChange }: AlertDetailProps) {
  const toChainName = useChainNames()
  const reading = useReading(() => wire.alertsGet({ alert_id: id }), { everyMs: 3000 })
  return (
    <Panel title="One alert" note={<a href="#/alerts">Close</a>} reading={reading}>
      {(alert) => (
        <>
          <p>
            <strong>{alert.name}</strong> · <AlertState of={alert} /> · {describeRule(alert, toChainName)} · triggered{' '}
            {alert.trigger_count} {alert.trigger_count === 1 ? 'time' : 'times'}
          </p>
          {mayWrite && (
            <Work
              of={alert}
              onChange={() => {
                reading.reload()
                onChange()
              }}
            />
          )}
          <History of={alert} />
          {alert.deliveries.length > 0 && <Deliveries of={alert} />}
        </>
      )}
    </Panel>
  )
}

function Work({ of: alert, onChange }: { readonly of: Detail; readonly onChange: () => void }) {
  const acting = useActing(onChange)
  const [note, setNote] = useState('')
  const [edited, setEdited] = useState(false)
  const hasReceiver = alert.webhook_url !== undefined || alert.email !== undefined
  const test = async () => {
    const { results } = await wire.alertsTest({ alert_id: alert.id })
    return results.map(({ channel, error }) => `${channel}: ${error ?? 'arrived'}`).join(' · ')
  }
  const replay = async () => {
    const { replayed } = await wire.alertsReplay({ alert_id: alert.id })
    return `${replayed} sent anew.`
  }
  return (
    <>
      <div class="tools">
        <Input label="Note" maxLength={10_000} value={note} onChange={setNote} />
        <AlertActions of={alert} acting={acting} note={note} />
        <button
          type="button"
          disabled={!hasReceiver}
          title={hasReceiver ? undefined : 'It has no receiver.'}
          onClick={() => void acting.act(test)}
        >
          Send a test
        </button>
        {alert.deliveries.some(({ state }) => state === 'dead') && (
          <button type="button" onClick={() => void acting.act(replay)}>
            Send anew what was given up
          </button>
        )}
        <button type="button" aria-expanded={edited} onClick={() => setEdited(!edited)}>
          Edit
        </button>
        <Removal of={alert} onConfirm={() => acting.act(() => remove(alert.id))} />
      </div>
      <Outcome of={acting} />
      {edited && (
        <AlertForm
          of={alert}
          submit={alert.state === 'resolved' ? 'Save and open again' : 'Save'}
          onSubmit={async (draft) => {
            const isDone = await acting.act(async () => {
              await wire.alertsUpdate(toChange(draft, alert))
              return 'Saved.'
            })
            if (isDone) setEdited(false)
          }}
        />
      )}
    </>
  )
}

async function remove(id: string): Promise<string> {
  const { message } = await wire.alertsDelete({ alert_id: id })
  location.hash = '#/alerts'
  return message
}

/** Button that deletes an alert. Requires a confirmation because the deletion cannot be undone. */
function Removal({ of: { name }, onConfirm }: { readonly of: Detail; readonly onConfirm: () => void }) {
  const [asked, setAsked] = useState(false)
  if (!asked)
    return (
      <button type="button" class="danger" onClick={() => setAsked(true)}>
        Delete
      </button>
    )
  return (
    <>
      <button type="button" class="danger" onClick={onConfirm}>
        Yes, delete {name}
      </button>
      <button type="button" onClick={() => setAsked(false)}>
        No
      </button>
    </>
  )
}

function History({ of: { history } }: { readonly of: Detail }) {
  if (history.length === 0) return <p class="empty">Nothing has happened to it yet.</p>
  return (
    <>
      <h3>History</h3>
      <Table
        label="History"
        rows={history.toReversed()}
        keyOf={({ at, event }, index) => `${at} ${event} ${index}`}
        columns={[
          { title: 'Time', of: ({ at }) => formatTime(at) },
          { title: 'What', of: ({ event }) => event },
          { title: 'Value', right: true, of: ({ value }) => (value === undefined ? '–' : formatNumber(value)) },
          { title: 'By', of: ({ by }) => by ?? '–' },
          { title: 'Note', of: ({ text }) => text ?? '' },
        ]}
      />
    </>
  )
}

function Deliveries({ of: { deliveries } }: { readonly of: Detail }) {
  return (
    <>
      <h3>On their way, or given up</h3>
      <Table
        label="Deliveries"
        rows={deliveries}
        keyOf={({ webhook_id, channel }) => `${webhook_id} ${channel}`}
        columns={[
          { title: 'Of', of: ({ created_at }) => formatTime(created_at) },
          { title: 'By', of: ({ channel }) => channel },
          { title: 'State', of: ({ state }) => <Status of={state === 'dead' ? 'given up' : state} /> },
          { title: 'Attempts', right: true, of: ({ attempts }) => attempts },
          {
            title: 'Next attempt',
            of: ({ next_attempt_at }) => (next_attempt_at === null ? 'none' : formatTime(next_attempt_at)),
          },
          { title: 'Last error', of: ({ last_error }) => last_error ?? '' },
        ]}
      />
    </>
  )
}
