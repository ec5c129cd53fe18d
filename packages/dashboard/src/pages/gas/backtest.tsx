import { type Backtest, toCalibrationLines } from '../../data/backtest.ts'
import { wire } from '../../data/client.ts'
import { formatCount, formatNumber, formatPercent, formatTime } from '../../data/format.ts'
import { useReading } from '../../data/reading.ts'
import { Bar } from '../../ui/bars.tsx'
import { Chart } from '../../ui/chart.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Table } from '../../ui/table.tsx'

/** One color per window: the next block and the four tiers. */
const lineColours = [1, 2, 3, 4, 6]

type Result = NonNullable<Backtest['result']>

/** Replay of the tier model over past blocks: the accuracy of its confidence, and a comparison with other estimators. */
export function BacktestOf({ chain }: { readonly chain: string }) {
  const reading = useReading(() => wire.gasBacktest({ chain }), { everyMs: 30_000, of: [chain] })
  return (
    <div class="wide">
      <Panel
        title="Backtest"
        note="A replay of the newest blocks. After each block, every estimator bids for the next ones and knows only the blocks before."
        reading={reading}
        staleMs={120_000}
        empty={toReason}
      >
        {({ result }) => result && <Replayed result={result} />}
      </Panel>
    </div>
  )
}

/** Returns why the panel is empty, or false if there is a result to show. */
function toReason({ known, needed, result }: Backtest): string | false {
  if (result === null)
    return `Too few blocks yet: the node knows the fees of ${formatCount(known)} blocks in a row, and a backtest takes ${formatCount(needed)}.`
  return (
    result.calibration.every(({ samples }) => samples === 0) &&
    'Nothing to judge: no transaction of these blocks paid a tip.'
  )
}

function Replayed({ result }: { readonly result: Result }) {
  const { stated, lines } = toCalibrationLines(result.calibration)
  const percent = (value: number) => `${formatNumber(value)} %`
  return (
    <>
      <p>
        Blocks {result.first_block} to {result.last_block}, {formatCount(result.judged)} of them judged, at{' '}
        {formatTime(result.timestamp)}.
      </p>
      <TierTable tiers={result.tiers} />
      <h3>Stated and realized inclusion</h3>
      <p class="note">
        On the dashed line a confidence comes true exactly as often as stated. Above it, tips are higher than needed.
      </p>
      <Chart
        label="Stated and realized inclusion"
        x={stated}
        xLabel="Stated"
        isTime={false}
        unit="%"
        points
        format={percent}
        formatX={percent}
        series={[
          { label: 'as stated', values: stated, colour: 5, dashed: true },
          ...lines.map(({ label, values }, index) => ({ label, values, colour: lineColours[index] ?? 1 })),
        ]}
      />
      <h3>Overpayment for the next block</h3>
      <p class="note">
        How much a bid that was included paid above the lowest price that was included, as a share of that price. The
        bars of Outrigger are colored.
      </p>
      <EstimatorTable estimators={result.estimators} />
    </>
  )
}

function TierTable({ tiers }: Pick<Result, 'tiers'>) {
  return (
    <Table
      label="Tiers replayed"
      rows={tiers}
      keyOf={({ tier }) => tier}
      columns={[
        { title: 'Tier', of: ({ tier }) => tier },
        { title: 'Within', right: true, of: ({ within_seconds }) => `${formatCount(within_seconds)} s` },
        { title: 'Blocks', right: true, of: ({ blocks }) => blocks },
        { title: 'Stated', right: true, of: ({ stated }) => formatPercent(stated) },
        {
          title: 'Realized',
          right: true,
          of: ({ realized, samples }) => (samples === 0 ? '–' : <strong>{formatPercent(realized)}</strong>),
        },
        {
          title: 'Expected of a right model',
          right: true,
          of: ({ expected: { low, high } }) => `${formatPercent(low)} to ${formatPercent(high)}`,
        },
        { title: 'Base fee above the cap', right: true, of: ({ cap_short }) => formatCount(cap_short) },
        { title: 'Windows', right: true, of: ({ samples }) => formatCount(samples) },
      ]}
    />
  )
}

/** Our estimators, whose bars are highlighted. */
const isOurs = (name: string) => name.startsWith('Outrigger')

/** Estimators by their overpayment, lowest first, with a bar for each. */
function EstimatorTable({ estimators }: Pick<Result, 'estimators'>) {
  const most = Math.max(...estimators.map(({ median_overpaid }) => median_overpaid), 1e-9)
  return (
    <Table
      label="Estimators"
      rows={[...estimators].sort((a, b) => a.median_overpaid - b.median_overpaid)}
      keyOf={({ name }) => name}
      columns={[
        { title: 'Estimator', of: ({ name }) => (isOurs(name) ? <strong>{name}</strong> : name) },
        { title: 'Included', right: true, of: ({ inclusion }) => formatPercent(inclusion) },
        { title: 'Overpaid, mean', right: true, of: ({ mean_overpaid }) => formatPercent(mean_overpaid) },
        { title: 'Overpaid, median', right: true, of: ({ median_overpaid }) => formatPercent(median_overpaid) },
        {
          title: 'Overpaid, median (bar)',
          of: ({ name, median_overpaid }) => <Bar share={median_overpaid / most} isQuiet={!isOurs(name)} />,
        },
      ]}
    />
  )
}
