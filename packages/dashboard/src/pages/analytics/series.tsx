import type { Metric, Period, Timeseries } from '../../data/analytics.ts'
import { toRegular } from '../../data/bars.ts'
import { wire } from '../../data/client.ts'
import { formatCount, formatPercent, formatTime } from '../../data/format.ts'
import { useReading } from '../../data/reading.ts'
import { Chart } from '../../ui/chart.tsx'
import { Panel } from '../../ui/panel.tsx'

type SeriesProps = {
  readonly chain: string
  readonly id: string
  readonly metric: Metric | undefined
  /** Returns the period to show. Called for each request, because most periods end now. */
  readonly toPeriod: () => Period | undefined
}

/** The values of a metric, and which part of the period they cover. */
export function Series({ chain, id, metric, toPeriod }: SeriesProps) {
  const reading = useReading(
    async () => {
      const { seconds = 3600, ...period } = toPeriod() ?? {}
      return { seconds, series: await wire.analyticsTimeseries({ chain, metric: id, ...period }) }
    },
    { everyMs: 60_000 },
  )
  return (
    <Panel
      title={metric?.name ?? 'Metric'}
      note={metric?.description}
      reading={reading}
      staleMs={180_000}
      empty={({ series }) => series.data_points.length === 0 && describeEmpty(series)}
    >
      {({ seconds, series }) => (
        <>
          <Plot of={series} stepSeconds={seconds} label={metric?.name ?? id} />
          <Coverage of={series} />
        </>
      )}
    </Panel>
  )
}

const describeEmpty = ({ metadata: { coverage } }: Timeseries) =>
  coverage.complete
    ? 'The blocks of this period have nothing to count.'
    : 'The node has not counted blocks of this period yet. It counts more of them with each request.'

type PlotProps = { readonly of: Timeseries; readonly stepSeconds: number; readonly label: string }

function Plot({ of: { data_points, metadata }, stepSeconds, label }: PlotProps) {
  const { seconds, bars } = toRegular(data_points, stepSeconds)
  const toValues = (isPartial: boolean) =>
    bars.map((bar) => (bar !== null && (bar.partial ?? false) === isPartial ? bar.value : null))
  return (
    <Chart
      label={label}
      x={seconds}
      xLabel="From"
      xRange={[Date.parse(metadata.start_date) / 1000, Date.parse(metadata.end_date) / 1000]}
      unit={metadata.unit}
      bars
      format={formatCount}
      series={[
        { label: `complete, ${metadata.unit}`, values: toValues(false), colour: 1 },
        { label: `partial, ${metadata.unit}`, values: toValues(true), colour: 2 },
      ]}
    />
  )
}

function Coverage({ of: { metadata, data_points } }: { readonly of: Timeseries }) {
  const { coverage, method, standard_error } = metadata
  return (
    <>
      <p>
        {coverage.complete
          ? 'All blocks of the period are counted'
          : `${formatPercent(coverage.share)} of the period is counted`}
        {coverage.from_block !== null && ` (${coverage.from_block} to ${coverage.to_block})`}.
        {data_points.some(({ partial }) => partial) && ' A partial value lacks blocks, or its time has not ended.'}
        {standard_error !== undefined && ` Counts are estimates, ± ${formatPercent(standard_error)}.`}
      </p>
      {coverage.gaps.length > 0 && (
        <p class="warn">
          Not counted: {coverage.gaps.map(({ start, end }) => `${formatTime(start)} to ${formatTime(end)}`).join(', ')}.
          The node counts more blocks with each request.
        </p>
      )}
      <p class="quiet wraps">Method: {method}</p>
    </>
  )
}
