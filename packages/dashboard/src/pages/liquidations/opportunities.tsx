import { useState } from 'preact/hooks'
import { formatHealth, formatNumber, formatTime, formatUsd, shorten } from '../../data/format.ts'
import { toName } from '../../data/names.ts'
import { useUnknown } from '../../data/outages.ts'
import type { SeenOpportunities, SeenOpportunity } from '../../data/seenOpportunities.ts'
import { toShownProfit } from '../../data/shownProfit.ts'
import { AddressLink } from '../../ui/links.tsx'
import { Table } from '../../ui/table.tsx'
import { Explanation } from './explanation.tsx'

type Props = {
  readonly chain: string
  readonly data: SeenOpportunities
  /** Whether the node has read a lender of the chain. Without one, it is unknown whether something can be liquidated. */
  readonly knowsLenders: boolean
}

/** Table of current and past liquidations, with a step-by-step explanation of the selected liquidation. */
export function Opportunities({ chain, data: { seen, present, skipped, totalUsd }, knowsLenders }: Props) {
  const unknown = useUnknown(chain) ?? (knowsLenders ? undefined : 'Unknown: no lender of the chain could be read.')
  const [chosen, setChosen] = useState<string>()
  const shown = seen.find(({ key }) => key === chosen) ?? seen.find(({ goneMs }) => goneMs === undefined)
  return (
    <>
      {present === 0 ? (
        <p class="empty">
          {unknown ?? 'No position can be liquidated at a profit at the current prices.'}
          {unknown === undefined && ' Below, drag the price of ether to see which would be first.'}
        </p>
      ) : (
        <p>
          {present} {unknown === undefined ? 'now' : 'when last known'}, together {formatUsd(totalUsd)} net profit
        </p>
      )}
      {seen.length > 0 && <OpportunityTable chain={chain} rows={seen} shown={shown?.key} onChoose={setChosen} />}
      {shown !== undefined && <Explanation of={shown} />}
      <Skipped skipped={skipped} />
    </>
  )
}

type TableProps = {
  readonly chain: string
  readonly rows: readonly SeenOpportunity[]
  /** Key of the explained one. */
  readonly shown: string | undefined
  readonly onChoose: (key: string) => void
}

function OpportunityTable({ chain, rows, shown, onChoose }: TableProps) {
  return (
    <Table
      label="Opportunities"
      rows={rows}
      keyOf={({ key }) => key}
      columns={[
        {
          title: 'Net profit',
          right: true,
          of: (one) => {
            const net = formatUsd(toShownProfit(one).net)
            return one.goneMs === undefined ? <strong>{net}</strong> : <span class="quiet">{net}</span>
          },
        },
        {
          title: 'State',
          of: ({ goneMs }) =>
            goneMs === undefined ? (
              <span class="good">● profitable</span>
            ) : (
              <span class="quiet">○ over since {formatTime(goneMs)}</span>
            ),
        },
        { title: 'Lender', of: ({ protocol }) => toName(protocol) },
        { title: 'Borrower', of: ({ borrower }) => <AddressLink chain={chain} address={borrower} /> },
        { title: 'Health factor', right: true, of: ({ health_factor }) => formatHealth(health_factor) },
        { title: 'Repay', right: true, of: ({ debt_to_repay }) => <Amount of={debt_to_repay} /> },
        { title: 'Receive', right: true, of: ({ collateral_to_receive }) => <Amount of={collateral_to_receive} /> },
        { title: 'Gross profit', right: true, of: (one) => formatUsd(toShownProfit(one).gross) },
        { title: 'Gas', right: true, of: ({ estimated_gas_usd }) => formatUsd(estimated_gas_usd) },
        {
          title: 'Why',
          isAction: true,
          of: ({ key, borrower, protocol }) => (
            <button
              type="button"
              aria-pressed={key === shown}
              aria-label={`Explain ${shorten(borrower)} on ${toName(protocol)}`}
              onClick={() => onChoose(key)}
            >
              Explain
            </button>
          ),
        },
      ]}
    />
  )
}

/** An amount in tokens, and its worth. */
function Amount({ of: { amount, decimals, symbol, usd_value } }: { readonly of: SeenOpportunity['debt_to_repay'] }) {
  return (
    <>
      {formatNumber(Number(amount) / 10 ** decimals)} {symbol} <span class="quiet">({formatUsd(usd_value)})</span>
    </>
  )
}

/** Lists the reasons why markets and positions were skipped, with the number of cases. */
function Skipped({ skipped }: Pick<SeenOpportunities, 'skipped'>) {
  const counts = new Map<string, number>()
  for (const { protocol, borrower, reason } of skipped) {
    const line = `${protocol}${borrower === null ? '' : ', positions'}: ${reason}`
    counts.set(line, (counts.get(line) ?? 0) + 1)
  }
  return (
    <>
      {[...counts].map(([line, count]) => (
        <p key={line} class="note">
          Left out: {line}
          {count > 1 && ` (${count})`}
        </p>
      ))}
    </>
  )
}
