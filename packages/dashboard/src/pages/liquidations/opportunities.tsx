import { useState } from 'preact/hooks'
import { formatNumber, formatPercent, formatTime, formatUsd, shorten } from '../../data/format.ts'
import type { SeenOpportunities, SeenOpportunity } from '../../data/seenOpportunities.ts'
import { Table } from '../../ui/table.tsx'

/** Liquidations that pay or just did, and one of them step by step. */
export function Opportunities({ data: { seen, skipped, totalUsd } }: { readonly data: SeenOpportunities }) {
  const [chosen, setChosen] = useState<string>()
  const present = seen.filter(({ goneMs }) => goneMs === undefined).length
  const shown = seen.find(({ key }) => key === chosen) ?? seen[0]
  return (
    <>
      {present === 0 ? (
        <p class="empty">
          Nobody can be liquidated at a profit at the present prices. Below, drag the price of ether to see who would be
          first.
        </p>
      ) : (
        <p>
          {present} at present, {formatUsd(totalUsd)} net
        </p>
      )}
      {shown !== undefined && (
        <>
          <OpportunityTable rows={seen} shown={shown.key} onChoose={setChosen} />
          <Explanation of={shown} />
        </>
      )}
      <Skipped skipped={skipped} />
    </>
  )
}

type TableProps = {
  readonly rows: readonly SeenOpportunity[]
  readonly shown: string
  readonly onChoose: (key: string) => void
}

function OpportunityTable({ rows, shown, onChoose }: TableProps) {
  return (
    <Table
      label="Opportunities"
      rows={rows}
      keyOf={({ key }) => key}
      columns={[
        {
          title: 'State',
          of: ({ goneMs }) =>
            goneMs === undefined ? (
              <span class="good">● pays</span>
            ) : (
              <span class="quiet">○ over since {formatTime(goneMs)}</span>
            ),
        },
        { title: 'Protocol', of: ({ protocol }) => protocol },
        { title: 'Borrower', of: ({ borrower }) => <code title={borrower}>{shorten(borrower)}</code> },
        { title: 'Health', right: true, of: ({ health_factor }) => formatNumber(health_factor) },
        {
          title: 'Repay',
          right: true,
          of: ({ debt_to_repay: { symbol, usd_value } }) => `${formatUsd(usd_value)} ${symbol}`,
        },
        {
          title: 'Receive',
          right: true,
          of: ({ collateral_to_receive: { symbol, usd_value } }) => `${formatUsd(usd_value)} ${symbol}`,
        },
        { title: 'Gross', right: true, of: ({ gross_profit_usd }) => formatUsd(gross_profit_usd) },
        { title: '− Gas', right: true, of: ({ estimated_gas_usd }) => formatUsd(estimated_gas_usd) },
        { title: '= Net', right: true, of: ({ net_profit_usd }) => <strong>{formatUsd(net_profit_usd)}</strong> },
        {
          title: 'Why',
          of: ({ key, borrower, protocol }) => (
            <button
              type="button"
              aria-pressed={key === shown}
              aria-label={`Explain ${shorten(borrower)} on ${protocol}`}
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

/** The arithmetic of one liquidation in words. */
function Explanation({ of }: { readonly of: SeenOpportunity }) {
  const { borrower, protocol, debt_to_repay: debt, collateral_to_receive: collateral } = of
  const toAmount = ({ amount, decimals, symbol }: typeof debt) =>
    `${formatNumber(Number(amount) / 10 ** decimals)} ${symbol}`
  const beyondOracle = of.gross_profit_usd - (collateral.usd_value - debt.usd_value)
  return (
    <>
      <h3>
        Step by step: <code>{shorten(borrower)}</code> on {protocol}
      </h3>
      <ol class="actions" aria-label="Liquidation step by step">
        <li>
          It owes {formatUsd(of.total_debt_usd)} against {formatUsd(of.total_collateral_usd)} of collateral. Its health
          factor, collateral weighed by its liquidation threshold over debt, is {formatNumber(of.health_factor)}: below
          1 anybody may repay debt and take collateral for it.
        </li>
        <li>
          Repay {toAmount(debt)}, {formatUsd(debt.usd_value)}
          {of.flash_loan_available && ', which a flash loan can lend for the transaction'}.
        </li>
        <li>
          Receive {toAmount(collateral)}, {formatUsd(collateral.usd_value)} by the protocol's oracle: what was repaid
          and a bonus of {formatPercent(of.liquidation_bonus_percent / 100)}, less the protocol's fee.
        </li>
        <li>
          Sell it on the pools. After slippage and the fee of the loan {formatUsd(of.gross_profit_usd)} more than the
          debt is left, {formatUsd(Math.abs(beyondOracle))} {beyondOracle < 0 ? 'less' : 'more'} than by the oracle's
          prices.
        </li>
        <li>
          Pay {formatUsd(of.estimated_gas_usd)} of gas: <strong>{formatUsd(of.net_profit_usd)}</strong> is the net
          profit.
        </li>
      </ol>
      {of.risks.length > 0 && <p class="quiet">What could go wrong: {of.risks.join(' ')}</p>}
    </>
  )
}

/** What was left out and why, one line for each reason. */
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
