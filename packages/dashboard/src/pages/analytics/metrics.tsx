import { useState } from 'preact/hooks'
import { type Metric, toCustomPeriod, toPeriod } from '../../data/analytics.ts'
import { wire } from '../../data/client.ts'
import { useReading } from '../../data/reading.ts'
import { Choice } from '../../ui/choice.tsx'
import { Series } from './series.tsx'

const ranges = { '24 hours': 1, '7 days': 7, '30 days': 30, dates: undefined } as const
type Range = keyof typeof ranges
type Dates = { readonly first: string; readonly last: string }

/** A metric of a chain over a period. The user chooses both. */
export function Metrics({ chain }: { readonly chain: string }) {
  const metrics = useReading(() => wire.analyticsMetricsAvailable({ chain }), { everyMs: 600_000 })
  const [id, setId] = useState('transaction_volume')
  const [range, setRange] = useState<Range>('24 hours')
  const [dates, setDates] = useState<Dates>({ first: '', last: '' })
  const days = ranges[range]
  const toShown = () => (days === undefined ? toCustomPeriod(dates.first, dates.last) : toPeriod(days, Date.now()))
  const listed = metrics.data?.metrics ?? []
  return (
    <>
      <div class="tools">
        <MetricChoice metrics={listed} value={id} onChange={setId} />
        <Choice label="Period" options={Object.keys(ranges) as Range[]} value={range} onChange={setRange} />
        {range === 'dates' && <DatesChoice value={dates} onChange={setDates} />}
      </div>
      {toShown() === undefined ? (
        <p class="empty">Choose the first and the last day, at most a year apart.</p>
      ) : (
        <Series
          key={JSON.stringify([id, range, dates])}
          chain={chain}
          id={id}
          metric={listed.find((one) => one.id === id)}
          toPeriod={toShown}
        />
      )}
    </>
  )
}

type MetricChoiceProps = {
  readonly metrics: readonly Metric[]
  readonly value: string
  readonly onChange: (id: string) => void
}

function MetricChoice({ metrics, value, onChange }: MetricChoiceProps) {
  return (
    <label class="field">
      <span>Metric</span>
      <select value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
        {metrics.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}

type DatesChoiceProps = { readonly value: Dates; readonly onChange: (value: Dates) => void }

function DatesChoice({ value, onChange }: DatesChoiceProps) {
  return (
    <>
      {(['first', 'last'] as const).map((name) => (
        <label key={name} class="field">
          <span>{name === 'first' ? 'First day' : 'Last day'}, UTC</span>
          <input
            type="date"
            value={value[name]}
            onInput={({ currentTarget }) => onChange({ ...value, [name]: currentTarget.value })}
          />
        </label>
      ))}
    </>
  )
}
