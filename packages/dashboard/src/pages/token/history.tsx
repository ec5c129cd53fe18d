import { useState } from 'preact/hooks'
import { toRegular } from '../../data/bars.ts'
import { wire } from '../../data/client.ts'
import { formatChange, formatPercent, toPriceFormat } from '../../data/format.ts'
import { useReading } from '../../data/reading.ts'
import { Chart } from '../../ui/chart.tsx'
import { Choice } from '../../ui/choice.tsx'
import { Panel } from '../../ui/panel.tsx'

const hour = 3600
const ranges = {
  '24 hours': { days: 1, interval: '1h', seconds: hour },
  '7 days': { days: 7, interval: '1h', seconds: hour },
  '30 days': { days: 30, interval: '1d', seconds: 24 * hour },
  '1 year': { days: 365, interval: '1d', seconds: 24 * hour },
} as const
type Range = keyof typeof ranges

type HistoryProps = { readonly chain: string; readonly symbol: string }

/** Past prices of a token over a period that the user chooses. */
export function History({ chain, symbol }: HistoryProps) {
  const [range, setRange] = useState<Range>('24 hours')
  const { days, interval, seconds } = ranges[range]
  const reading = useReading(() => wire.priceHistory({ chain, symbol, days, interval }), {
    everyMs: 300_000,
    of: [range],
  })
  return (
    <Panel
      title="Past prices"
      reading={reading}
      staleMs={600_000}
      note={<Choice label="Period" options={Object.keys(ranges) as Range[]} value={range} onChange={setRange} />}
      empty={({ history }) => history.length === 0 && 'No source knows a price of this period.'}
    >
      {({ history, coverage, period_change, volatility }) => {
        const { seconds: x, bars } = toRegular(history, seconds)
        return (
          <>
            <p>
              {formatChange(period_change)} in the period
              {volatility !== null && `, volatility ${formatPercent(volatility)} per year`}. {coverage.present} of{' '}
              {coverage.expected} {interval === '1h' ? 'hours' : 'days'} are known, from {coverage.sources.join(', ')}.
              {coverage.present < coverage.expected && ' Gaps in the lines are unknown prices.'}
            </p>
            <Chart
              label="Past prices"
              x={x}
              xLabel={interval === '1h' ? 'Hour from' : 'Day from'}
              unit="US dollars"
              format={toPriceFormat(history.map(({ low }) => low))}
              series={[
                { label: 'last', values: bars.map((bar) => bar?.close ?? null), colour: 1 },
                { label: 'highest', values: bars.map((bar) => bar?.high ?? null), colour: 2, dashed: true },
                { label: 'lowest', values: bars.map((bar) => bar?.low ?? null), colour: 3, dashed: true },
              ]}
            />
          </>
        )
      }}
    </Panel>
  )
}
