import { useState } from 'preact/hooks'
import { wire } from '../data/client.ts'
import { formatCount, formatMs, formatPercent, formatTime } from '../data/format.ts'
import { type Providers as Answer, toQuantile, toSince } from '../data/providers.ts'
import { useReading } from '../data/reading.ts'
import { Chart } from '../ui/chart.tsx'
import { Choice } from '../ui/choice.tsx'
import { Panel } from '../ui/panel.tsx'
import { Status } from '../ui/status.tsx'
import { Table } from '../ui/table.tsx'
import { Events } from './providers/events.tsx'
import { Timeline } from './providers/timeline.tsx'

const nothing = 'No provider is configured. Start the node with --rpc, or with --devnet.'

/** Status and latency of each endpoint, and the failovers. */
export function Providers() {
  const reading = useReading(() => wire.accountProviders(), { everyMs: 2500 })
  const empty = ({ chains }: Answer) => chains.length === 0 && nothing
  return (
    <div class="grid">
      <div class="wide">
        <Panel
          title="Endpoints"
          note="State of each circuit, and what was sent to it since the start of the node."
          reading={reading}
          empty={empty}
        >
          {(data) => <Endpoints data={data} />}
        </Panel>
      </div>
      <Panel title="Latency" note="Calls by how long they took, probes not included." reading={reading} empty={empty}>
        {(data) => <Latencies data={data} />}
      </Panel>
      <Panel
        title="Answers"
        note="How requests of each chain were answered. Hedged: a backup was asked beside a late one."
        reading={reading}
        empty={empty}
      >
        {({ chains }) => (
          <Table
            label="Answers by chain"
            rows={chains}
            keyOf={({ chain }) => chain}
            columns={[
              { title: 'Chain', of: ({ chain }) => chain },
              { title: 'State', of: ({ status }) => <Status of={status} /> },
              {
                title: 'Traffic',
                of: ({ failover_active }) => (failover_active ? <span class="badge warn">on backup</span> : 'primary'),
              },
              { title: 'From cache', right: true, of: ({ answers }) => formatCount(answers.cached) },
              { title: 'Hedged', right: true, of: ({ answers }) => formatCount(answers.hedged) },
              { title: 'Other', right: true, of: ({ answers }) => formatCount(answers.other) },
            ]}
          />
        )}
      </Panel>
      <div class="wide">
        <Panel
          title="Over time"
          note="The state of each endpoint since the first change that is known: the higher a bar, the worse. A mark shows where traffic moved."
          reading={reading}
          empty={empty}
        >
          {(data) => <Timeline data={data} />}
        </Panel>
      </div>
      <div class="wide">
        <Panel
          title="Failovers and changes of state"
          note="The last 500 since the start of the node, newest first."
          reading={reading}
          empty={({ events }) => events.length === 0 && 'Nothing has changed since the start of the node.'}
        >
          {({ events }) => <Events events={events} />}
        </Panel>
      </div>
    </div>
  )
}

function Endpoints({ data }: { readonly data: Answer }) {
  const rows = data.chains.flatMap(({ chain, endpoints }) => endpoints.map((endpoint) => ({ chain, ...endpoint })))
  const quantile = (q: number) => (row: (typeof rows)[number]) => {
    const value = toQuantile(data.latency_bounds_ms, row.by_latency, q)
    return value === null ? '–' : formatMs(value)
  }
  return (
    <Table
      label="Endpoints"
      rows={rows}
      keyOf={({ chain, name }) => `${chain} ${name}`}
      columns={[
        { title: 'Chain', of: ({ chain }) => chain },
        { title: 'Endpoint', of: ({ name, url }) => <span title={url}>{name}</span> },
        { title: 'Circuit', of: ({ status }) => <Status of={status} /> },
        {
          title: 'Since',
          of: ({ chain, name }) => {
            const since = toSince(data.events, chain, name)
            return since === undefined ? 'the start' : formatTime(since)
          },
        },
        {
          title: 'Last 64 calls',
          right: true,
          of: ({ success_rate }) => (success_rate === null ? '–' : formatPercent(success_rate)),
        },
        { title: 'p50', right: true, of: quantile(0.5) },
        { title: 'p99', right: true, of: quantile(0.99) },
        { title: 'Head', right: true, of: ({ head }) => head ?? '–' },
        { title: 'Answered', right: true, of: ({ answered }) => formatCount(answered) },
        { title: 'Refused', right: true, of: ({ refused }) => formatCount(refused) },
        { title: 'Failed', right: true, of: ({ failed }) => formatCount(failed) },
        { title: 'Hedges', right: true, of: ({ hedges }) => formatCount(hedges) },
        {
          title: 'Why, or last error',
          of: ({ reason, last_error }) =>
            reason ?? (last_error ? <span class="quiet">last: {last_error.code}</span> : ''),
        },
      ]}
    />
  )
}

function Latencies({ data }: { readonly data: Answer }) {
  const [chosen, setChosen] = useState<string>()
  const names = data.chains.map(({ chain }) => chain)
  const name = chosen !== undefined && names.includes(chosen) ? chosen : (names[0] ?? '')
  const endpoints = data.chains.find(({ chain }) => chain === name)?.endpoints ?? []
  const bounds = data.latency_bounds_ms
  return (
    <>
      <Choice label="Chain" options={names} value={name} onChange={setChosen} />
      {endpoints.map((endpoint, index) => (
        <div key={endpoint.name}>
          <h3>{endpoint.name}</h3>
          <Histogram
            label={`Latency of ${name} ${endpoint.name}`}
            bounds={bounds}
            counts={endpoint.by_latency}
            colour={(index % 5) + 1}
          />
        </div>
      ))}
    </>
  )
}

type HistogramProps = {
  readonly label: string
  readonly bounds: readonly number[]
  readonly counts: readonly number[]
  readonly colour: number
}

/** Number of calls per latency bucket. All bars have the same width, although the buckets cover ranges of different length. */
function Histogram({ label, bounds, counts, colour }: HistogramProps) {
  const nameOf = (index: number) => {
    const bound = bounds[index]
    return bound === undefined ? `> ${formatMs(bounds.at(-1) ?? 0)}` : `≤ ${formatMs(bound)}`
  }
  return (
    <Chart
      label={label}
      x={counts.map((_, index) => index)}
      xLabel="Up to"
      isTime={false}
      unit="calls"
      bars
      height={130}
      formatX={(index) => (Number.isInteger(index) && index >= 0 && index <= bounds.length ? nameOf(index) : '')}
      format={formatCount}
      series={[{ label: 'Calls', values: counts, colour }]}
    />
  )
}
