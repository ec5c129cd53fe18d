import { type OracleChain, oracleChains, type Response } from '@outrigger/api/contract'
import { useState } from 'preact/hooks'
import { wire } from '../data/client.ts'
import { toCurrency } from '../data/currency.ts'
import { type Forecast, type Judgement, judgeForecasts } from '../data/forecasts.ts'
import {
  formatAge,
  formatCount,
  formatExactUsd,
  formatFee,
  formatGwei,
  formatNumber,
  formatPercent,
} from '../data/format.ts'
import { computeTotal, type GasCost, listEqualTiers, toGasCost } from '../data/gasCosts.ts'
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
  const costs = useReading(async () => (maySeePast ? await readCosts(chain) : undefined), { everyMs: 60_000 })
  const trail = useTrail(reading.data, ({ block_number }) => block_number)
  const judgement = judgeForecasts(trail.map(toForecast))
  return (
    <div class="grid">
      <div class="stack">
        <Panel title="Tiers now" reading={reading} staleMs={oldMs} toDataMs={toDataMs}>
          {(price) => <Tiers price={price} costs={costs.data} />}
        </Panel>
        {maySeePast && <Advice chain={chain} block={reading.data?.block_number} />}
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

type Costs = { readonly transfer: GasCost; readonly swap: GasCost }

/** The gas of a transfer and of a swap, and what a rollup charges for their data. */
async function readCosts(chain: string): Promise<Costs> {
  const read = async (kind: 'transfer' | 'swap') => {
    const answer = await wire.gasEstimate({ chain, transaction_type: kind })
    if (!('data' in answer)) throw new TypeError('The node answers an estimate in another form.')
    return toGasCost(answer.data)
  }
  const [transfer, swap] = await Promise.all([read('transfer'), read('swap')])
  return { transfer, swap }
}

const formatChance = ({ confidence }: Price['inclusion']['slow']) => formatPercent(confidence)

type TiersProps = { readonly price: Price; readonly costs: Costs | undefined }

function Tiers({ price, costs }: TiersProps) {
  const equal = listEqualTiers(tiers.map((tier) => [tier, price[tier]] as const))
  const toTotal = (kind: keyof Costs) => ({
    title: kind === 'transfer' ? 'A transfer' : 'A swap',
    right: true,
    of: (tier: (typeof tiers)[number]) =>
      costs ? <Total chain={price.chain} cost={costs[kind]} fees={price[tier]} /> : '–',
  })
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
        Base fee of block {price.block_number}: <strong>{formatFee(price.base_fee_gwei)}</strong>. Forecast for block{' '}
        {price.block_number + 1}: <strong>{formatFee(price.slow.base_fee_gwei)}</strong>.
      </p>
      <Table
        label="Tiers now"
        rows={tiers}
        keyOf={(tier) => tier}
        columns={[
          { title: 'Tier', of: (tier) => tier },
          {
            title: 'Included within',
            right: true,
            of: (tier) => formatAge(price.inclusion[tier].within_seconds * 1000),
          },
          { title: 'Chance', right: true, of: (tier) => formatChance(price.inclusion[tier]) },
          { title: 'Priority fee, gwei', right: true, of: (tier) => formatGwei(price[tier].priority_fee_gwei) },
          {
            title: 'Max fee, gwei',
            right: true,
            of: (tier) => <strong>{formatGwei(price[tier].max_fee_gwei)}</strong>,
          },
        ]}
      />
      <Table
        label="Cost of the tiers"
        rows={tiers}
        keyOf={(tier) => tier}
        columns={[{ title: 'Cost at most', of: (tier) => tier }, toTotal('transfer'), toTotal('swap')]}
      />
      {equal.map((names) => (
        <p key={names.join()} class="quiet">
          {joinWords(names)} are equal now: the same fees meet each of their targets.
        </p>
      ))}
      <p class="quiet">
        The chance is that of the priority fee, while the max fee stays above the base fee.
        {costs &&
          ` Totals are for ${formatCount(costs.transfer.gas)} gas (transfer) and ${formatCount(costs.swap.gas)} gas (a usual swap) at the max fee.`}
        {costs !== undefined &&
          costs.transfer.dataFee > 0 &&
          ` They include the L1 fee for data: ${formatNumber(costs.transfer.dataFee)} ${toCurrency(price.chain)} for a transfer.`}
      </p>
    </>
  )
}

const joinWords = (words: readonly string[]) => `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`

type TotalProps = { readonly chain: string; readonly cost: GasCost; readonly fees: Price['slow'] }

/** What a transaction costs at most, in the native currency and in dollars. */
function Total({ chain, cost, fees }: TotalProps) {
  const total = computeTotal(cost, fees.max_fee_gwei)
  return (
    <>
      {formatNumber(total)} {toCurrency(chain)}
      {cost.priceUsd !== undefined && <span class="quiet"> ({formatExactUsd(total * cost.priceUsd)})</span>}
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

type AdviceProps = {
  readonly chain: string
  /** The block of the tiers on the page. */
  readonly block: number | undefined
}

/** Whether to send now or to wait. */
function Advice({ chain, block }: AdviceProps) {
  const reading = useReading(() => wire.gasOptimize({ chain }), { everyMs: 4_000 })
  return (
    <Panel title="Send now or wait" note="By what waiting saved in the past." reading={reading}>
      {({ block_number, suggested_action, reasoning, confidence_score }) => (
        <>
          <p>
            <strong>{confidence_score === null ? 'No advice yet.' : suggested_action}</strong>
          </p>
          <p class="quiet">
            By the tiers after block {block_number}
            {block !== undefined && block !== block_number && `, ${describeDistance(block - block_number)}`}:{' '}
            {reasoning}
          </p>
        </>
      )}
    </Panel>
  )
}

/** Says that advice is of another block than the tiers on the page. */
const describeDistance = (blocks: number) =>
  `${Math.abs(blocks)} ${Math.abs(blocks) === 1 ? 'block' : 'blocks'} ${blocks > 0 ? 'before' : 'after'} the tiers above`

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
