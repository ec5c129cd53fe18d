import type { Response } from '@outrigger/api/contract'
import { toCurrency } from '../../data/currency.ts'
import { formatCount, formatNumber, formatPercent } from '../../data/format.ts'
import { Chart } from '../../ui/chart.tsx'
import { Table } from '../../ui/table.tsx'

type Score = Response<'mevStatus'>['data']['score']
type ScoresProps = { readonly chain: string; readonly of: Score }
const percentOf = (share: number | null) => (share === null ? '–' : formatPercent(share))

/** Compares predictions with outcomes, by kind and by confidence. */
export function Scores({ chain, of: { types, all } }: ScoresProps) {
  const voids = Object.entries(all.voids)
  if (all.predictions === 0 && voids.length === 0)
    return <p class="empty">No finding has been held against the chain yet.</p>
  return (
    <>
      <Table
        label="Scores"
        rows={Object.entries({ ...types, all }).map(([type, score]) => ({ type, ...score }))}
        keyOf={({ type }) => type}
        columns={[
          { title: 'Kind', of: ({ type }) => type },
          { title: 'Predicted', right: true, of: ({ predictions }) => formatCount(predictions) },
          { title: 'Held', right: true, of: ({ hit_share }) => percentOf(hit_share) },
          { title: 'Confidence', right: true, of: ({ mean_confidence }) => percentOf(mean_confidence) },
          {
            title: 'Calibration error',
            right: true,
            of: ({ expected_calibration_error }) => percentOf(expected_calibration_error),
          },
          {
            title: `Estimated, ${toCurrency(chain)}`,
            right: true,
            of: ({ estimated_profit_eth }) => formatNumber(estimated_profit_eth),
          },
          {
            title: `Realized, ${toCurrency(chain)}`,
            right: true,
            of: ({ realized_profit_eth }) => formatNumber(realized_profit_eth),
          },
        ]}
      />
      {all.predictions > 0 && <Calibration of={all} />}
      {voids.length > 0 && (
        <p class="quiet">
          Not counted: {voids.map(([why, count]) => `${formatCount(count)} ${why.replaceAll('_', ' ')}`).join(', ')}
        </p>
      )}
    </>
  )
}

/** Compares confidence with outcomes in steps of 10 %. Perfectly calibrated confidence lies on the dashed line. */
function Calibration({ of: { bins } }: { readonly of: Score['all'] }) {
  const known = bins
    .map((bin, index) => ({ ...bin, name: `${index * 10}–${(index + 1) * 10} %` }))
    .filter(({ predictions }) => predictions > 0)
  const x = known.map(({ confidence, predictions }) => (confidence / predictions) * 100)
  return (
    <>
      <h3>By confidence</h3>
      <Table
        label="By confidence"
        rows={known}
        keyOf={({ name }) => name}
        columns={[
          { title: 'Confidence', of: ({ name }) => name },
          { title: 'Predicted', right: true, of: ({ predictions }) => formatCount(predictions) },
          {
            title: 'Mean confidence',
            right: true,
            of: ({ confidence, predictions }) => percentOf(confidence / predictions),
          },
          { title: 'Held', right: true, of: ({ held, predictions }) => percentOf(held / predictions) },
        ]}
      />
      {known.length > 1 && (
        <Chart
          label="Confidence and what held"
          x={x}
          xLabel="Mean confidence, %"
          isTime={false}
          points
          unit="%"
          formatX={(value) => `${formatNumber(value)} %`}
          format={(value) => `${formatNumber(value)} %`}
          series={[
            { label: 'held', values: known.map(({ held, predictions }) => (held / predictions) * 100), colour: 1 },
            { label: 'as sure as it was', values: x, colour: 5, dashed: true },
          ]}
        />
      )}
    </>
  )
}
