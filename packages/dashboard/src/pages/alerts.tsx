import { alertTypes } from '@outrigger/api/contract'
import { useState } from 'preact/hooks'
import { useActing } from '../data/acting.ts'
import { type AlertType, toNewAlert } from '../data/alertRules.ts'
import { wire } from '../data/client.ts'
import { formatCount } from '../data/format.ts'
import { useReading, useReload } from '../data/reading.ts'
import { isAllowed } from '../data/session.ts'
import { Choice } from '../ui/choice.tsx'
import { Figures } from '../ui/figures.tsx'
import { Outcome } from '../ui/outcome.tsx'
import { Panel } from '../ui/panel.tsx'
import { AlertDetail } from './alerts/alertDetail.tsx'
import { AlertForm } from './alerts/alertForm.tsx'
import { AlertTable } from './alerts/alertTable.tsx'
import type { PageProps } from './page.ts'

const states = ['not resolved', 'watching', 'active', 'acknowledged', 'resolved'] as const
const types = ['all', ...alertTypes] as const
const pageSize = 200

/** Alerts of the node: their rules, states and histories. */
export function Alerts({ session, rest: [chosen] }: PageProps) {
  const mayWrite = isAllowed(session.key.scopes, ['write:alerts'])
  const [changes, setChanges] = useState(0)
  const onChange = () => setChanges((count) => count + 1)
  return (
    <div class="grid">
      {chosen && (
        <div class="wide">
          <AlertDetail key={chosen} id={chosen} mayWrite={mayWrite} onChange={onChange} />
        </div>
      )}
      <div class="wide">
        <List mayWrite={mayWrite} changes={changes} onChange={onChange} />
      </div>
      <Summary changes={changes} />
      {mayWrite ? (
        <NewAlert onChange={onChange} />
      ) : (
        <p class="empty">Alerts are made and changed with the scope write:alerts, which this key lacks.</p>
      )}
    </div>
  )
}

type Changes = { readonly changes: number; readonly onChange: () => void }

function List({ mayWrite, changes, onChange }: Changes & { readonly mayWrite: boolean }) {
  const [state, setState] = useState<(typeof states)[number]>('not resolved')
  const [type, setType] = useState<(typeof types)[number]>('all')
  const [offset, setOffset] = useState(0)
  const wanted = { resolved: state === 'resolved', ...(type !== 'all' && { alert_type: type as AlertType }) }
  const reading = useReading(() => wire.alertsList({ ...wanted, limit: pageSize, offset }), {
    everyMs: 3000,
    of: [wanted.resolved, type, offset],
  })
  useReload(reading.reload, changes)
  const acting = useActing(onChange)
  const choose =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      set(value)
      setOffset(0)
    }
  return (
    <>
      <div class="tools">
        <Choice label="State" options={states} value={state} onChange={choose(setState)} />
        <Choice label="Type" options={types} value={type} onChange={choose(setType)} />
      </div>
      <Panel title="Alerts" note="The name opens its history and what is on its way." reading={reading}>
        {(all) => {
          const rows = all.filter((one) => state === 'not resolved' || one.state === state)
          return (
            <>
              <Outcome of={acting} />
              {rows.length === 0 ? (
                <p class="empty">No alert is of this state and type.</p>
              ) : (
                <AlertTable rows={rows} acting={mayWrite ? acting : undefined} />
              )}
              <Steps offset={offset} isFull={all.length === pageSize} onStep={setOffset} />
            </>
          )
        }}
      </Panel>
    </>
  )
}

type StepsProps = {
  readonly offset: number
  readonly isFull: boolean
  readonly onStep: (offset: number) => void
}

/** Buttons for the previous and next page of the alert list. */
function Steps({ offset, isFull, onStep }: StepsProps) {
  if (offset === 0 && !isFull) return null
  return (
    <p class="tools">
      <button type="button" disabled={offset === 0} onClick={() => onStep(offset - pageSize)}>
        Older alerts
      </button>
      <button type="button" disabled={!isFull} onClick={() => onStep(offset + pageSize)}>
        Newer alerts
      </button>
    </p>
  )
}

function Summary({ changes }: Pick<Changes, 'changes'>) {
  const reading = useReading(() => wire.alertsSummary(), { everyMs: 5000 })
  useReload(reading.reload, changes)
  return (
    <Panel title="In figures" reading={reading}>
      {({ total_alerts, enabled_alerts, recent_activity, by_type }) => (
        <>
          <Figures
            of={[
              ['Alerts', formatCount(total_alerts)],
              ['Enabled', formatCount(enabled_alerts)],
              ['Notifications, 24 h', formatCount(recent_activity)],
            ]}
          />
          <p class="quiet">{alertTypes.map((type) => `${type} ${by_type[type].total}`).join(' · ')}</p>
        </>
      )}
    </Panel>
  )
}

function NewAlert({ onChange }: Pick<Changes, 'onChange'>) {
  const acting = useActing(onChange)
  const [round, setRound] = useState(0)
  return (
    <Panel title="New alert">
      <AlertForm
        key={round}
        submit="Create"
        onSubmit={async (draft) => {
          const isDone = await acting.act(async () => {
            const { name } = await wire.alertsCreate(toNewAlert(draft))
            return `${name} is watched.`
          })
          if (isDone) setRound(round + 1)
        }}
      />
      <Outcome of={acting} />
    </Panel>
  )
}
