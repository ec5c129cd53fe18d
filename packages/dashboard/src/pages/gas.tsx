import { type OracleChain, oracleChains, type Response } from '@outrigger/api/contract'
import { useState } from 'preact/hooks'
import { wire } from '../data/client.ts'
import { type Forecast, judgeForecasts } from '../data/forecasts.ts'
import { formatNumber, formatPercent } from '../data/format.ts'
import { useReading, useTrail } from '../data/reading.ts'
import { isAllowed } from '../data/session.ts'
import { Chart } from '../ui/chart.tsx'
import { Choice } from '../ui/choice.tsx'
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
      {(chain) => (
        <div class="grid" key={chain}>
          <Live chain={chain} />
          {maySeePast && <BacktestOf chain={chain} />}
          {maySeePast ? <Past chain={chain} /> : <p class="empty">Past prices need the scope read:blockchain.</p>}
        </div>
      )}
    </OfChain>
  )
}

function Live({ chain }: { readonly chain: OracleChain }) {
  const reading = useReading(() => wire.oracleGas({ chain }), { everyMs: 1000 })
  const trail = useTrail(reading.data, ({ block_number }) => block_number)
  return (
    <>
      <Panel title="Tiers now" reading={reading} staleMs={oldMs} toDataMs={toDataMs}>
        {(price) => <Tiers price={price} />}
      </Panel>
      <Panel
        title="Tiers and base fee"
        note="Highest fee per gas of each tier, gwei, block by block since this page was opened."
        reading={reading}
        staleMs={oldMs}
        toDataMs={toDataMs}
      >
        {() => (
          <Chart
            label="Tiers and base fee"
            x={trail.map(({ timestamp }) => Date.parse(timestamp) / 1000)}
            xLabel="Time"
            unit="gwei"
            series={[
              ...tiers.map((tier, index) => ({
                label: tier,
                values: trail.map((one) => one[tier].max_fee_gwei),
                colour: index + 1,
              })),
              { label: 'base fee', values: trail.map((one) => one.base_fee_gwei), colour: 5, dashed: true },
            ]}
          />
        )}
      </Panel>
      <Calibration trail={trail} />
    </>
  )
}

function Tiers({ price }: { readonly price: Price }) {
  return (
    <>
      <p>
        Block {price.block_number} · <Status of={price.provider_status} /> · from the {price.source}
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
        · congestion {price.network_congestion} · base fee {formatNumber(price.base_fee_gwei)} gwei
      </p>
      <Table
        label="Tiers now"
        rows={tiers}
        keyOf={(tier) => tier}
        columns={[
          { title: 'Tier', of: (tier) => tier },
          { title: 'Next base fee, gwei', right: true, of: (tier) => formatNumber(price[tier].base_fee_gwei) },
          { title: 'Priority fee, gwei', right: true, of: (tier) => formatNumber(price[tier].priority_fee_gwei) },
          {
            title: 'Max fee, gwei',
            right: true,
            of: (tier) => <strong>{formatNumber(price[tier].max_fee_gwei)}</strong>,
          },
        ]}
      />
    </>
  )
}

/** Compares the forecasts made while the page is open with the blocks that followed. */
function Calibration({ trail }: { readonly trail: readonly Price[] }) {
  const forecasts: readonly Forecast[] = trail.map((price) => ({
    block: price.block_number,
    atMs: Date.parse(price.timestamp),
    baseFee: price.base_fee_gwei,
    nextBaseFee: price.slow.base_fee_gwei,
    caps: tiers.map((tier) => price[tier].max_fee_gwei),
  }))
  const { outcomes, covered, meanError } = judgeForecasts(forecasts)
  return (
    <Panel
      title="Forecast and outcome"
      note="The base fee of each block as it was forecast a block before, and as it came."
    >
      {outcomes.length === 0 ? (
        <p class="empty">Waiting for two blocks in a row.</p>
      ) : (
        <>
          <p>
            Mean error {formatPercent(meanError)} over {outcomes.length} blocks. Blocks whose base fee each tier covers:{' '}
            {tiers.map((tier, index) => `${tier} ${formatPercent(covered[index] ?? 0)}`).join(' · ')}
          </p>
          <Chart
            label="Forecast and outcome"
            x={outcomes.map(({ atMs }) => atMs / 1000)}
            xLabel="Time"
            unit="gwei"
            series={[
              { label: 'forecast', values: outcomes.map(({ forecast }) => forecast), colour: 2, dashed: true },
              { label: 'outcome', values: outcomes.map(({ outcome }) => outcome), colour: 1 },
            ]}
          />
        </>
      )}
    </Panel>
  )
}

const resolutions = {
  '1 hour': [1, '1m'],
  '6 hours': [6, '5m'],
  '24 hours': [24, '15m'],
  '7 days': [168, '1h'],
} as const

function Past({ chain }: { readonly chain: string }) {
  const [span, setSpan] = useState<keyof typeof resolutions>('1 hour')
  const [hours, resolution] = resolutions[span]
  const reading = useReading(() => wire.blockchainGasHistory({ chain, hours, resolution }), {
    everyMs: 60_000,
    of: [chain, span],
  })
  const advice = useReading(() => wire.gasOptimize({ chain }), { everyMs: 30_000 })
  return (
    <>
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
              x={history.map(({ timestamp }) => Date.parse(timestamp) / 1000)}
              xLabel="Time"
              unit="gwei"
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
      <Panel title="Send now or wait" note="By what waiting saved in the past." reading={advice} staleMs={90_000}>
        {({ suggested_action, reasoning }) => (
          <>
            <p>
              <strong>{suggested_action}</strong>
            </p>
            <p class="quiet">{reasoning}</p>
          </>
        )}
      </Panel>
    </>
  )
}
