import { type Response, type Scope, scopes, type Tier, tierNames } from '@outrigger/api/contract'
import { useState } from 'preact/hooks'
import { wire } from '../data/client.ts'
import { describeFailure } from '../data/failure.ts'
import { formatCount, formatTime } from '../data/format.ts'
import { listDays, projectMonth } from '../data/projection.ts'
import { useReading } from '../data/reading.ts'
import { isAllowed } from '../data/session.ts'
import { Chart } from '../ui/chart.tsx'
import { Choice } from '../ui/choice.tsx'
import { Figures } from '../ui/figures.tsx'
import { Input } from '../ui/input.tsx'
import { CopyButton } from '../ui/links.tsx'
import { Panel } from '../ui/panel.tsx'
import { Table } from '../ui/table.tsx'
import type { PageProps } from './page.ts'

const scopeNames = Object.keys(scopes) as Scope[]
const shownDays = 14

/** Keys of the node, and the usage of the key of this session. */
export function Keys({ session }: PageProps) {
  return (
    <div class="grid">
      {isAllowed(session.key.scopes, ['admin:account']) ? (
        <KeyRoom />
      ) : (
        <p class="empty wide">Keys are managed with the scope admin:account, which this key lacks.</p>
      )}
      {isAllowed(session.key.scopes, ['read:analytics']) ? (
        <Usage />
      ) : (
        <p class="empty wide">Usage needs the scope read:analytics.</p>
      )}
    </div>
  )
}

type Key = Response<'accountKey'>

function KeyRoom() {
  const reading = useReading(() => wire.accountKeys(), { everyMs: 5000 })
  const [secret, setSecret] = useState<string>()
  const [failure, setFailure] = useState<unknown>()

  async function act(change: () => Promise<{ readonly secret?: string }>): Promise<void> {
    setFailure(undefined)
    try {
      setSecret((await change()).secret)
    } catch (error) {
      setFailure(error)
    }
    reading.reload()
  }
  return (
    <>
      <div class="wide">
        <Panel title="Keys" reading={reading} empty={({ keys }) => keys.length === 0 && 'There is no key yet.'}>
          {({ keys }) => <KeyTable keys={keys} onAct={act} />}
        </Panel>
      </div>
      <Panel title="New key">
        <NewKey onCreate={(wanted) => act(() => wire.accountKeyCreate(wanted))} />
        <div role="status" aria-live="polite">
          {failure !== undefined && <p class="failure">{describeFailure(failure)}</p>}
          {secret !== undefined && (
            <p>
              Copy the secret now, it is never shown again: <code class="secret">{secret}</code>{' '}
              <CopyButton key={secret} text={secret} name="the secret" />{' '}
              <button type="button" onClick={() => setSecret(undefined)}>
                Hide
              </button>
            </p>
          )}
        </div>
      </Panel>
    </>
  )
}

type Act = (change: () => Promise<{ readonly secret?: string }>) => Promise<void>

function KeyTable({ keys, onAct }: { readonly keys: readonly Key[]; readonly onAct: Act }) {
  const rows = [...keys].sort(
    (a, b) => Number(a.revoked_at !== null) - Number(b.revoked_at !== null) || b.created_at.localeCompare(a.created_at),
  )
  return (
    <Table
      label="Keys"
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        { title: 'Name', of: ({ name }) => name },
        { title: 'Id', of: ({ id }) => <code>{id}</code> },
        { title: 'Scopes', of: ({ scopes: held }) => held.join(', ') },
        { title: 'Tier', of: ({ tier }) => tier },
        { title: 'Last used', of: ({ last_used_at }) => (last_used_at === null ? 'never' : formatTime(last_used_at)) },
        { title: 'Expires', of: ({ expires_at }) => (expires_at === null ? 'never' : formatTime(expires_at)) },
        {
          title: 'State',
          of: ({ revoked_at, expires_at }) =>
            revoked_at !== null ? (
              <span class="bad">revoked</span>
            ) : expires_at !== null && Date.parse(expires_at) <= Date.now() ? (
              <span class="warn">expired</span>
            ) : (
              <span class="good">active</span>
            ),
        },
        {
          title: 'Actions',
          isAction: true,
          of: (key) => key.revoked_at === null && <KeyActions of={key} onAct={onAct} />,
        },
      ]}
    />
  )
}

/** Buttons that rotate or revoke a key. Both require a confirmation because they cannot be undone. */
function KeyActions({ of: { id, name }, onAct }: { readonly of: Key; readonly onAct: Act }) {
  const [asked, setAsked] = useState<'rotate' | 'revoke'>()
  const run = () => {
    setAsked(undefined)
    void onAct(() =>
      asked === 'rotate'
        ? wire.accountKeyRotate({ key_id: id })
        : wire.accountKeyRevoke({ key_id: id }).then(() => ({})),
    )
  }
  if (asked !== undefined)
    return (
      <>
        <button type="button" class="danger" onClick={run}>
          {asked === 'rotate' ? 'Yes, new secret' : 'Yes, revoke'} {name}
        </button>{' '}
        <button type="button" onClick={() => setAsked(undefined)}>
          No
        </button>
      </>
    )
  return (
    <>
      <button type="button" aria-label={`Rotate ${name}`} onClick={() => setAsked('rotate')}>
        Rotate
      </button>{' '}
      <button type="button" class="danger" aria-label={`Revoke ${name}`} onClick={() => setAsked('revoke')}>
        Revoke
      </button>
    </>
  )
}

type Wanted = Parameters<typeof wire.accountKeyCreate>[0]

/** How long a new key is valid, in days. */
const lifetimes = { never: null, '1 day': 1, '30 days': 30, '90 days': 90, '1 year': 365 } as const
const dayMs = 86_400_000

function NewKey({ onCreate }: { readonly onCreate: (wanted: Wanted) => Promise<void> }) {
  const [name, setName] = useState('')
  const [tier, setTier] = useState<Tier>('free')
  const [lifetime, setLifetime] = useState<keyof typeof lifetimes>('never')
  const [wanted, setWanted] = useState<readonly Scope[]>(['read:blockchain', 'read:analytics'])
  const submit = (event: Event) => {
    event.preventDefault()
    const days = lifetimes[lifetime]
    const expiry = days === null ? null : new Date(Date.now() + days * dayMs).toISOString()
    void onCreate({ name, scopes: [...wanted], tier, expires_at: expiry }).then(() => setName(''))
  }
  return (
    <form onSubmit={submit}>
      <div class="tools">
        <Input label="Name" required maxLength={200} value={name} onChange={setName} />
        <Choice label="Tier" options={tierNames} value={tier} onChange={setTier} />
        <Choice
          label="Expires after"
          options={Object.keys(lifetimes) as (keyof typeof lifetimes)[]}
          value={lifetime}
          onChange={setLifetime}
        />
      </div>
      <fieldset>
        <legend>Scopes</legend>
        {scopeNames.map((scope) => (
          <label key={scope} class="field row" title={scopes[scope]}>
            <input
              type="checkbox"
              checked={wanted.includes(scope)}
              onChange={() =>
                setWanted(wanted.includes(scope) ? wanted.filter((one) => one !== scope) : [...wanted, scope])
              }
            />
            {scope}
          </label>
        ))}
      </fieldset>
      <p>
        <button type="submit">Create</button>
      </p>
    </form>
  )
}

function Usage() {
  const month = useReading(() => wire.analyticsUsage(), { everyMs: 15_000 })
  const days = useReading(
    async () => {
      const names = listDays(Date.now(), shownDays)
      const answers = await Promise.all(names.map((day) => wire.analyticsUsage({ start_date: day, end_date: day })))
      return names.map((day, index) => ({ day, used: answers[index]?.total_cu_used ?? 0 }))
    },
    { everyMs: 600_000 },
  )
  return (
    <>
      <Panel
        title="Usage of this month"
        note="Compute units of the key of this session, days of UTC."
        reading={month}
        staleMs={60_000}
      >
        {(data) => <Month data={data} />}
      </Panel>
      <Panel title="By day" reading={days} staleMs={1_200_000}>
        {(rows) => (
          <Chart
            label="Compute units by day"
            x={rows.map(({ day }) => Date.parse(day) / 1000)}
            xLabel="Day"
            unit="CU"
            bars
            format={formatCount}
            series={[{ label: 'compute units', values: rows.map(({ used }) => used), colour: 1 }]}
          />
        )}
      </Panel>
    </>
  )
}

function Month({ data }: { readonly data: Response<'analyticsUsage'> }) {
  const sorted = (counts: Readonly<Record<string, number>>) => Object.entries(counts).sort(([, a], [, b]) => b - a)
  return (
    <>
      <Figures
        of={[
          ['Compute units', formatCount(data.total_cu_used)],
          ['Requests', formatCount(data.total_requests)],
          ['Of traces', formatCount(data.trace_cu_used)],
          ['Month, at the pace since the 1st', formatCount(Math.round(projectMonth(data.total_cu_used, Date.now())))],
        ]}
      />
      <h3>By chain</h3>
      <Table
        label="Compute units by chain"
        rows={sorted(data.by_chain)}
        keyOf={([name]) => name}
        columns={[
          { title: 'Chain', of: ([name]) => name },
          { title: 'Compute units', right: true, of: ([, used]) => formatCount(used) },
        ]}
      />
      <h3>By method</h3>
      <Table
        label="Requests by method"
        rows={sorted(data.by_method)}
        keyOf={([name]) => name}
        columns={[
          { title: 'Method', of: ([name]) => name },
          { title: 'Requests', right: true, of: ([, count]) => formatCount(count) },
        ]}
      />
    </>
  )
}
