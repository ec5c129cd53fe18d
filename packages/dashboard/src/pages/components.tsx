import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { Reading } from '../data/reading.ts'
import { Bars } from '../ui/bars.tsx'
import { Chart } from '../ui/chart.tsx'
import { Choice } from '../ui/choice.tsx'
import { Facts } from '../ui/facts.tsx'
import { Figures } from '../ui/figures.tsx'
import { Input } from '../ui/input.tsx'
import { AddressLink, BlockLink, Copyable, TxLink } from '../ui/links.tsx'
import { Measure, Measures } from '../ui/measures.tsx'
import { OutageBanner } from '../ui/outageBanner.tsx'
import { Outcome } from '../ui/outcome.tsx'
import { Pager } from '../ui/pager.tsx'
import { Panel } from '../ui/panel.tsx'
import { Sparkline } from '../ui/sparkline.tsx'
import { Status } from '../ui/status.tsx'
import { Table } from '../ui/table.tsx'
import { Waterfall } from '../ui/waterfall.tsx'

const openedMs = Date.now()
const hash = `0x${'ab'.repeat(32)}`
const address = `0x${'cd'.repeat(20)}`
const statuses = ['healthy', 'degraded', 'unavailable', 'unknown', 'watching', 'active', 'acknowledged', 'given up']
const minutes = Array.from({ length: 30 }, (_, index) => index)
/** A wave with a gap. */
const wave = minutes.map((minute) => (minute > 12 && minute < 17 ? null : 10 + 3 * Math.sin(minute / 3)))

/** Every component in every state, with invented data, for people who change the dashboard. */
export function Components() {
  return (
    <>
      <p class="note">Each component in each of its states. All values on this page are invented.</p>
      <OutageBanner of={{ answer: undefined, silentSinceMs: openedMs - 90_000, restartedAt: undefined }} />
      <div class="grid">
        <PanelStates />
        <Words />
        <Forms />
        <Tables />
        <Charts />
      </div>
    </>
  )
}

const toReading = (change: Partial<Reading<string>>): Reading<string> => ({
  data: undefined,
  atMs: undefined,
  error: undefined,
  reload: () => {},
  ...change,
})

function PanelStates() {
  const failure = { status: 503, message: 'No provider of ethereum answers.' }
  const states: readonly (readonly [title: string, reading: Reading<string>])[] = [
    ['Panel, waiting', toReading({})],
    ['Panel, fresh', toReading({ data: 'The content.', atMs: openedMs })],
    ['Panel, stale', toReading({ data: 'The last content.', atMs: openedMs - 600_000 })],
    ['Panel, failed with last data', toReading({ data: 'The last content.', atMs: openedMs, error: failure })],
    ['Panel, failed', toReading({ error: failure })],
    ['Panel, empty', toReading({ data: '', atMs: openedMs })],
  ]
  return (
    <div class="stack">
      {states.map(([title, reading]) => (
        <Panel key={title} title={title} reading={reading} empty={(text) => text === '' && 'There is no content.'}>
          {(text) => <p>{text}</p>}
        </Panel>
      ))}
    </div>
  )
}

function Words() {
  return (
    <Panel title="Words, links and figures">
      <p>
        {statuses.map((status) => (
          <>
            <Status key={status} of={status} />{' '}
          </>
        ))}
      </p>
      <p>
        <TxLink chain="ethereum" hash={hash} /> <AddressLink chain="ethereum" address={address} />{' '}
        <BlockLink chain="ethereum" number={23_000_000} />
      </p>
      <p>
        <Copyable text={address} />
      </p>
      <Facts facts={[['Name', 'value'], ['Another', <strong>emphasized</strong>], false]} />
      <Figures
        of={[
          ['First', 12],
          ['Second', '3.25 ETH'],
        ]}
      />
      <Measures>
        <Measure name="with a line" value="12.50/s" line={<Line values={wave} />} note="a note" />
        <Measure name="without a line" value="unknown" note="no provider responds" />
      </Measures>
      <Outcome of={{ failure: undefined, said: 'It is done.' }} />
      <Outcome of={{ failure: { status: 400, message: 'The name is missing.' }, said: undefined }} />
    </Panel>
  )
}

function Line({ values }: { readonly values: readonly (number | null)[] }) {
  const samples = values.flatMap((value, index) => (value === null ? [] : [{ atMs: index * 60_000, value }]))
  return <Sparkline samples={samples} gapMs={90_000} format={String} />
}

function Forms() {
  const [text, setText] = useState('')
  const [choice, setChoice] = useState('first')
  return (
    <Panel title="Forms">
      <div class="tools">
        <Input label="Text" value={text} placeholder="placeholder" onChange={setText} />
        <Input label="Number" type="number" value="7" onChange={() => {}} />
        <Choice label="Choice" options={['first', 'second']} value={choice} onChange={setChoice} />
        <button type="button">Button</button>
        <button type="button" class="danger">
          Dangerous
        </button>
        <button type="button" disabled>
          Disabled
        </button>
      </div>
      <Pager text="1 to 50 of 212" words={['Newer', 'Older']} onBack={undefined} onForward={() => {}} />
    </Panel>
  )
}

const rows = [
  ['first', 12.5],
  ['second', 3.25],
] as const

function Tables() {
  const columns = [
    { title: 'Name', of: ([name]: (typeof rows)[number]) => name as ComponentChildren },
    { title: 'Value', right: true, of: ([, value]: (typeof rows)[number]) => value },
  ]
  return (
    <Panel title="Tables">
      <Table label="Plain" rows={rows} keyOf={([name]) => name} columns={columns} />
      <Bars label="Bars" of="Name" unit="Value" rows={rows} format={String} />
      <Waterfall
        label="Waterfall"
        unit="US dollars"
        total="Net"
        terms={[
          { name: 'Bonus', value: 50 },
          { name: 'Gas', value: -12 },
        ]}
        format={String}
      />
    </Panel>
  )
}

function Charts() {
  const x = minutes.map((minute) => Math.floor(openedMs / 1000) - 60 * (30 - minute))
  return (
    <Panel title="Charts" note="A gap in the values is a gap in the line.">
      <Chart label="Lines" x={x} xLabel="Time" unit="gwei" series={[{ label: 'wave', values: wave, colour: 1 }]} />
      <Chart label="Columns" x={x} xLabel="Time" unit="CU" bars series={[{ label: 'wave', values: wave, colour: 2 }]} />
    </Panel>
  )
}
