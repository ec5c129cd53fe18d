import { useState } from 'preact/hooks'
import { formatCount, formatHealth, formatUsd, shorten, toHealthFormat } from '../../data/format.ts'
import { isLender } from '../../data/lenders.ts'
import { toName } from '../../data/names.ts'
import type { Reading } from '../../data/reading.ts'
import { computeHealthAt, findStep, type StressedPosition, type StressTest } from '../../data/stressTest.ts'
import { Chart } from '../../ui/chart.tsx'
import { AddressLink } from '../../ui/links.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Table } from '../../ui/table.tsx'

const mostRows = 50
const signed = (percent: number) => `${percent > 0 ? '+' : ''}${Math.round(percent) || 0} %`

type StressTestProps = {
  readonly reading: Reading<StressTest>
  /** The lender or family of lenders to show. */
  readonly lender: string
}

/** Shows all known positions by health factor and size, at an ether price that the user sets by dragging. */
export function StressTestOf({ reading, lender }: StressTestProps) {
  return (
    <Panel
      title="At another price of ether"
      note="Drag the slider, or in the first chart: every token whose symbol ends in ETH moves with it, on both sides of a position."
      reading={reading}
      staleMs={45_000}
      toDataMs={({ timestamp }) => Date.parse(timestamp)}
      empty={toReason}
    >
      {(test) => <Stressed test={test} lender={lender} />}
    </Panel>
  )
}

/** Returns why there is no position to show, or false if there is one. */
function toReason({ total_positions, skipped = [] }: StressTest): string | false {
  if (total_positions > 0) return false
  return skipped.length > 0
    ? 'No position is known, because lenders of this chain could not be read.'
    : 'The lenders of this chain have no debts.'
}

function Stressed({ test, lender }: { readonly test: StressTest; readonly lender: string }) {
  const [change, setChange] = useState(0)
  const percents = test.steps.map((step) => step.change * 100)
  const [least = 0, most = 0] = [percents[0], percents.at(-1)]
  const pick = (percent: number) => setChange(Math.min(most, Math.max(least, Math.round(percent))) / 100)
  const due = findStep(test.steps, change)
  return (
    <>
      <label class="field">
        <span>
          ETH {signed(change * 100)}: {formatCount(due?.positions ?? 0)} positions with{' '}
          {formatUsd(due?.collateral_usd ?? 0)} of collateral can be liquidated, and {formatUsd(due?.debt_usd ?? 0)} of
          debt is behind them
        </span>
        <input
          type="range"
          min={Math.round(least)}
          max={Math.round(most)}
          step={1}
          value={Math.round(change * 100)}
          aria-valuetext={`ether ${signed(change * 100)}`}
          onInput={({ currentTarget }) => pick(Number(currentTarget.value))}
        />
      </label>
      <Chart
        label="Collateral that can be liquidated by the price of ether"
        x={percents}
        xLabel="Change, %"
        isTime={false}
        unit="USD"
        format={formatUsd}
        formatX={signed}
        mark={change * 100}
        onPick={pick}
        series={[{ label: 'collateral', values: test.steps.map((step) => step.collateral_usd), colour: 1 }]}
      />
      <Sizes chain={test.chain} positions={test.largest_positions} change={change} lender={lender} />
      <Shown test={test} />
    </>
  )
}

type SizesProps = {
  readonly chain: string
  readonly positions: readonly StressedPosition[]
  readonly change: number
  readonly lender: string
}

function Sizes({ chain, positions, change, lender }: SizesProps) {
  const rows = positions
    .filter(({ protocol }) => isLender(protocol, lender))
    .map((position) => ({ position, health: computeHealthAt(position, change) }))
    .sort((a, b) => a.health - b.health)
  const sizes = (isDue: boolean) =>
    rows.map(({ position, health }) =>
      health <= 1 === isDue && position.total_collateral_usd > 0 ? position.total_collateral_usd : null,
    )
  return (
    <>
      <h3>Positions by health factor and size</h3>
      <p class="note">
        Left of the line at 1 a position can be liquidated at the chosen price. Collateral and debt are what they are
        worth today, of the whole position: many markets let a liquidator repay half of it.
      </p>
      <Chart
        label="Positions by health factor and size"
        x={rows.map(({ health }) => health)}
        xLabel="Health factor"
        xRange={[0.4, 2]}
        mark={1}
        isTime={false}
        unit="USD of collateral"
        format={formatUsd}
        scatter
        series={[
          { label: 'can be liquidated', values: sizes(true), colour: 2 },
          { label: 'cannot', values: sizes(false), colour: 1 },
        ]}
      />
      <PositionTable chain={chain} rows={rows.slice(0, mostRows)} />
    </>
  )
}

type Row = {
  readonly position: StressedPosition
  /** Health factor at the chosen price. */
  readonly health: number
}

function PositionTable({ chain, rows }: { readonly chain: string; readonly rows: readonly Row[] }) {
  const format = toHealthFormat(rows.map(({ health }) => health))
  return (
    <Table
      label="Positions"
      rows={rows}
      keyOf={({ position: { borrower, protocol, market } }) => `${borrower} ${protocol} ${market}`}
      columns={[
        { title: 'Borrower', of: ({ position }) => <AddressLink chain={chain} address={position.borrower} /> },
        { title: 'Protocol', of: ({ position }) => toName(position.protocol) },
        { title: 'Collateral', right: true, of: ({ position }) => formatUsd(position.total_collateral_usd) },
        { title: 'Debt', right: true, of: ({ position }) => formatUsd(position.total_debt_usd) },
        { title: 'Health now', right: true, of: ({ position }) => formatHealth(position.health_factor) },
        {
          title: 'At that price',
          right: true,
          of: ({ health }) => (health <= 1 ? <span class="bad">{format(health)} ■ liquidatable</span> : format(health)),
        },
      ]}
    />
  )
}

/** States which positions the charts and the table include. */
function Shown({ test }: { readonly test: StressTest }) {
  const { total_positions: known, safe_positions: safe, unmodeled_positions: unjudged, skipped = [] } = test
  const judged = known - safe - unjudged
  return (
    <>
      <p class="note">
        Of {formatCount(known)} positions with debt, {formatCount(safe)} have a health factor above 2 and are out of
        reach{unjudged > 0 && `, ${formatCount(unjudged)} cannot be judged at another price`}. The first chart counts
        all others; the second shows the largest {formatCount(Math.min(judged, test.largest_positions.length))} of them,
        the table the {mostRows} of these with the lowest health factor at that price.
      </p>
      {skipped.map(({ protocol, market, reason }) => (
        <p key={`${protocol} ${market}`} class="note">
          Left out: {protocol}
          {market !== null && ` ${shorten(market)}`}. {reason}
        </p>
      ))}
    </>
  )
}
