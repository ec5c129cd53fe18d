import { type OracleChain, oracleChains, type Response } from '@outrigger/api/contract'
import { useState } from 'preact/hooks'
import { wire } from '../data/client.ts'
import { type Forecast, type Judgement, judgeForecasts } from '../data/forecasts.ts'
import { formatGwei, formatNumber, formatPercent } from '../data/format.ts'
import { useReading, useTrail } from '../data/reading.ts'
import { isAllowed } from '../data/session.ts'
import { Chart } from '../ui/chart.tsx'
import { Choice } from '../ui/choice.tsx'
import { Empty } from '../ui/empty.tsx'
import { BlockLink } from '../ui/links.tsx'
import { OfChain } from '../ui/ofChain.tsx'
import { Panel } from '../ui/panel.tsx'
import { Status } from '../ui/status.tsx'
import { Table } from '../ui/table.tsx'
import { BacktestOf } from './gas/backtest.tsx'
import type { PageProps } from './page.ts'

const tiers = ['slow', 'standard', 'fast', 'instant'] as const
type Price = Response<'oracleGas'>

/** Prices are renewed with each block. */
const oldMs = 30_000
const toDataMs = ({ timestamp }: Price) => Date.parse(timestamp)

/** Current and past fees of the four tiers, and the accuracy of the forecasts. */
export function Gas({ session, rest: [wanted] }: PageProps) {
  const maySeePast = isAllowed(session.key.scopes, ['read:blockchain'])
  return (
    <OfChain page="gas" possible={oracleChains} wanted={wanted}>
      {(chain) => <Now key={chain} chain={chain} maySeePast={maySeePast} />}
    </OfChain>
  )
}

function Now({ chain, maySeePast }: { readonly chain: OracleChain; readonly maySeePast: boolean }) {
  const reading = useReading(() => wire.oracleGas({ chain }), { everyMs: 1000 })
  const trail = useTrail(reading.data, ({ block_number }) => block_number)
  const judgement = judgeForecasts(trail.map(toForecast))
  return (
    <div class="grid">
      <div class="stack">
        <Panel title="Tiers now" reading={reading} staleMs={oldMs} toDataMs={toDataMs}>
          {(price) => <Tiers price={price} />}
        </Panel>
        {maySeePast && <Advice chain={chain} />}
        <Panel
          title="Error of the forecast"
          note="The base fee of each block as forecast one block before, compared with the base fee that came."
        >
          <ForecastError of={judgement} />
        </Panel>
      </div>
      <div class="stack">
        <Panel
          title="Fees and base fee of the same block"
          note="For each block since this page was opened: its base fee, and the maximum fee that each tier offered for it one block before. A tier above the base fee could be included."
          reading={reading}
          staleMs={oldMs}
          toDataMs={toDataMs}
        >
          {() => <Fees of={judgement} />}
        </Panel>
        {maySeePast ? <Past chain={chain} /> : <p class="empty">Past prices need the scope read:blockchain.</p>}
      </div>
      {maySeePast && <BacktestOf chain={chain} />}
    </div>
  )
}

const toForecast = (price: Price): Forecast => ({
  block: price.block_number,
  atMs: Date.parse(price.timestamp),
  baseFee: price.base_fee_gwei,
  nextBaseFee: price.slow.base_fee_gwei,
  caps: tiers.map((tier) => price[tier].max_fee_gwei),
})

const waitingForTwo = 'Waiting for two blocks in a row.'

function Fees({ of: { outcomes } }: { readonly of: Judgement }) {
  if (outcomes.length === 0) return <Empty>{waitingForTwo}</Empty>
  return (
    <Chart
      label="Fees and base fee"
      x={outcomes.map(({ atMs }) => atMs / 1000)}
      xLabel="Time"
      unit="gwei"
      format={formatGwei}
      series={[
        ...tiers.map((tier, index) => ({
          label: tier,
          values: outcomes.map(({ caps }) => caps[index] ?? null),
          colour: index + 1,
        })),
        { label: 'base fee', values: outcomes.map(({ baseFee }) => baseFee), colour: 5, dashed: true },
      ]}
    />
  )
}

function Tiers({ price }: { readonly price: Price }) {
  return (
    <>
      <p>
        Block <BlockLink chain={price.chain} number={price.block_number} /> · <Status of={price.provider_status} /> ·
        from the {price.source}
        {price.stale && (
          <>
            {' '}
            · <span class="badge warn">stale</span>
          </>
        )}
        {price.failover_active && (
          <>
            {' '}
            · <span class="badge warn">failover</span>
          </>
        )}{' '}
        · congestion {price.network_congestion}
      </p>
      <p>
        Base fee of block {price.block_number}: <strong>{formatGwei(price.base_fee_gwei)} gwei</strong>. Forecast for
        block {price.block_number + 1}: <strong>{formatGwei(price.slow.base_fee_gwei)} gwei</strong>.
      </p>
      <Table
        label="Tiers now"
        rows={tiers}
        keyOf={(tier) => tier}
        columns={[
          { title: 'Tier', of: (tier) => tier },
          { title: 'Priority fee, gwei', right: true, of: (tier) => formatGwei(price[tier].priority_fee_gwei) },
          {
            title: 'Max fee, gwei',
            right: true,
            of: (tier) => <strong>{formatGwei(price[tier].max_fee_gwei)}</strong>,
          },
        ]}
      />
    </>
  )
}

/** Compares the forecasts that were made while the page is open with the blocks that followed. */
function ForecastError({ of: { outcomes, covered, meanError } }: { readonly of: Judgement }) {
  if (outcomes.length === 0) return <Empty>{waitingForTwo}</Empty>
  const percent = (value: number) => `${formatNumber(value)} %`
  return (
    <>
      <p>
        Mean error {formatPercent(meanError)} over {outcomes.length} blocks. Blocks whose base fee each tier covers:{' '}
        {tiers.map((tier, index) => `${tier} ${formatPercent(covered[index] ?? 0)}`).join(' · ')}
      </p>
      <Chart
        label="Error of the forecast"
        x={outcomes.map(({ atMs }) => atMs / 1000)}
        xLabel="Time"
        unit="%"
        format={percent}
        series={[
          {
            label: 'forecast above the base fee',
            values: outcomes.map(({ error }) => error && 100 * error),
            colour: 2,
          },
        ]}
      />
    </>
  )
}

/** Hours, resolution, and its seconds. */
const resolutions = {
  '1 hour': [1, '1m', 60],
  '6 hours': [6, '5m', 300],
  '24 hours': [24, '15m', 900],
  '7 days': [168, '1h', 3600],
} as const

/** Whether to send now or to wait. */
function Advice({ chain }: { readonly chain: string }) {
  const reading = useReading(() => wire.gasOptimize({ chain }), { everyMs: 4_000 })
  return (
    <Panel title="Send now or wait" note="By what waiting saved in the past." reading={reading}>
      {({ suggested_action, reasoning, confidence_score }) => (
        <>
          <p>
            <strong>{confidence_score === null ? 'No advice yet.' : suggested_action}</strong>
          </p>
          <p class="quiet">{reasoning}</p>
        </>
      )}
    </Panel>
  )
}

function Past({ chain }: { readonly chain: string }) {
  const [span, setSpan] = useState<keyof typeof resolutions>('1 hour')
  const [hours, resolution, seconds] = resolutions[span]
  const reading = useReading(() => wire.blockchainGasHistory({ chain, hours, resolution }), {
    everyMs: 60_000,
    of: [chain, span],
  })
  return (
    <Panel
      title="Past"
      note="Standard tier, gwei, as far as the node keeps it."
      reading={reading}
      staleMs={120_000}
      empty={({ data }) => data.history.length === 0 && 'The node keeps no gas prices of this time yet.'}
    >
      {({ data: { history } }) => (
        <>
          <Choice
            label="Period"
            options={Object.keys(resolutions) as (keyof typeof resolutions)[]}
            value={span}
            onChange={setSpan}
          />
          <Chart
            label="Past gas prices"
            maxGap={1.5 * seconds}
            x={history.map(({ timestamp }) => Date.parse(timestamp) / 1000)}
            xLabel="Time"
            unit="gwei"
            format={formatGwei}
            series={[
              { label: 'mean', values: history.map(({ avg_gas }) => avg_gas), colour: 1 },
              { label: 'lowest', values: history.map(({ min_gas }) => min_gas), colour: 3, dashed: true },
              { label: 'highest', values: history.map(({ max_gas }) => max_gas), colour: 2, dashed: true },
              { label: 'base fee', values: history.map(({ base_fee }) => base_fee), colour: 5 },
            ]}
          />
        </>
      )}
    </Panel>
  )
}
