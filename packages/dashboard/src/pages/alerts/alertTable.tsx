import type { Acting } from '../../data/acting.ts'
import { type Alert, describeRule, toChain } from '../../data/alertRules.ts'
import { wire } from '../../data/client.ts'
import { formatTime } from '../../data/format.ts'
import { useChainNames, useUnknown } from '../../data/outages.ts'
import { Status } from '../../ui/status.tsx'
import { Table } from '../../ui/table.tsx'

type AlertTableProps = {
  readonly rows: readonly Alert[]
  /** Undefined if the key must not change alerts. The table then has no buttons. */
  readonly acting: Acting | undefined
}

export function AlertTable({ rows, acting }: AlertTableProps) {
  const toName = useChainNames()
  return (
    <Table
      label="Alerts"
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        { title: 'Name', of: ({ id, name }) => <a href={`#/alerts/${id}`}>{name}</a> },
        { title: 'State', of: (alert) => <AlertState of={alert} /> },
        { title: 'Type', of: ({ alert_type }) => alert_type },
        { title: 'Rule', of: (alert) => describeRule(alert, toName) },
        {
          title: 'Last triggered',
          of: ({ last_triggered }) => (last_triggered === null ? 'never' : formatTime(last_triggered)),
        },
        { title: 'Times', right: true, of: ({ trigger_count }) => trigger_count },
        { title: 'Receivers', of: (alert) => <Receivers of={alert} /> },
        ...(acting ? [{ title: 'Actions', of: (alert: Alert) => <AlertActions of={alert} acting={acting} /> }] : []),
      ]}
    />
  )
}

/** The state of an alert. While its chain shows no new blocks, nothing is known of its metric, whether it fired before or not. */
export function AlertState({ of }: { readonly of: Pick<Alert, 'state' | 'enabled' | 'alert_type' | 'chain_id'> }) {
  const toName = useChainNames()
  const watched = toChain(of)
  const chain = watched && toName(watched)
  const unknown = useUnknown(chain)
  if (!of.enabled) return <Status of="disabled" />
  const isJudged = of.state === 'watching' || of.state === 'active'
  if (!isJudged || unknown === undefined) return <Status of={of.state} />
  return (
    <span title={unknown}>
      <Status of="unknown" />: no data of {chain}
      {of.state === 'active' && <span class="bad">, active before</span>}
    </span>
  )
}

function Receivers({ of: { webhook_url, webhook_open, email } }: { readonly of: Alert }) {
  if (webhook_url === undefined && email === undefined) return <span class="quiet">none</span>
  return (
    <>
      {webhook_url !== undefined && (webhook_open === false ? <span class="bad">webhook closed</span> : 'webhook')}
      {webhook_url !== undefined && email !== undefined && ', '}
      {email !== undefined && 'e-mail'}
    </>
  )
}

type AlertActionsProps = {
  readonly of: Alert
  readonly acting: Acting
  /** Note that the user adds to the acknowledgment or resolution. */
  readonly note?: string
}

/** Buttons that acknowledge or resolve an alert. */
export function AlertActions({ of: { id, name, state }, acting, note = '' }: AlertActionsProps) {
  const acknowledge = () =>
    acting.act(async () => {
      const { acknowledged } = await wire.alertsAcknowledge({ alert_id: id, notes: note })
      return acknowledged ? `${name} is acknowledged.` : `${name} is not active any more.`
    })
  const resolve = () =>
    acting.act(async () => {
      await wire.alertsResolve({ alert_id: id, resolution: note })
      return `${name} is resolved, and not watched any more.`
    })
  return (
    <>
      {state === 'active' && (
        <button type="button" aria-label={`Acknowledge ${name}`} onClick={() => void acknowledge()}>
          Acknowledge
        </button>
      )}{' '}
      {state !== 'resolved' && (
        <button type="button" aria-label={`Resolve ${name}`} onClick={() => void resolve()}>
          Resolve
        </button>
      )}
    </>
  )
}
