import type { Response } from '@outrigger/api/contract'
import { wire } from '../data/client.ts'
import { formatCount, formatNumber, formatPercent, formatUsd, shorten } from '../data/format.ts'
import { useReading } from '../data/reading.ts'
import { Choice } from '../ui/choice.tsx'
import { Panel } from '../ui/panel.tsx'
import { Table } from '../ui/table.tsx'
import { AddressPositions } from './liquidations/addressPositions.tsx'
import { PriceDragOf } from './liquidations/priceDrag.tsx'
import type { PageProps } from './page.ts'

const lendingChains = ['ethereum', 'optimism', 'arbitrum', 'polygon', 'base', 'gnosis'] as const

/** Liquidations that pay, lenders, and what a price would do to positions. */
export function Liquidations({ rest: [wanted] }: PageProps) {
  const chain = lendingChains.find((one) => one === wanted) ?? 'ethereum'
  const found = useReading(() => wire.defiOpportunities({ chain, limit: 200 }), { everyMs: 5000, of: [chain] })
  const stats = useReading(() => wire.defiProtocolsStats({ chain }), { everyMs: 10_000, of: [chain] })
  const go = (next: string) => {
    location.hash = `#/liquidations/${next}`
  }
  return (
    <>
      <div class="tools">
        <Choice label="Chain" options={lendingChains} value={chain} onChange={go} />
      </div>
      <div class="grid">
        <div class="wide">
          <Panel
            title="Opportunities"
            note="Gross profit less gas is net profit; US dollars by the oracle of the protocol."
            reading={found}
          >
            {(data) => <Opportunities data={data} />}
          </Panel>
        </div>
        <div class="wide">
          <PriceDragOf key={chain} chain={chain} />
        </div>
        <div class="wide">
          <AddressPositions key={chain} chain={chain} />
        </div>
        <div class="wide">
          <Panel
            title="Lenders"
            reading={stats}
            staleMs={30_000}
            empty={({ protocols }) => protocols.length === 0 && 'No lender is on this chain.'}
          >
            {({ protocols }) => <Lenders protocols={protocols} />}
          </Panel>
        </div>
      </div>
    </>
  )
}

type Found = Response<'defiOpportunities'>

function Opportunities({ data }: { readonly data: Found }) {
  if (data.opportunities.length === 0)
    return (
      <p class="empty">No liquidation pays at present; {data.skipped?.length ?? 0} were looked at and passed over.</p>
    )
  return (
    <>
      <p>
        {data.count} for {formatUsd(data.total_profit_usd)} net
      </p>
      <Table
        label="Opportunities"
        rows={data.opportunities}
        keyOf={({ borrower, market }) => `${borrower} ${market}`}
        columns={[
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
          {
            title: 'Bonus',
            right: true,
            of: ({ liquidation_bonus_percent }) => formatPercent(liquidation_bonus_percent / 100),
          },
          { title: 'Gross', right: true, of: ({ gross_profit_usd }) => formatUsd(gross_profit_usd) },
          { title: '− Gas', right: true, of: ({ estimated_gas_usd }) => formatUsd(estimated_gas_usd) },
          { title: '= Net', right: true, of: ({ net_profit_usd }) => <strong>{formatUsd(net_profit_usd)}</strong> },
        ]}
      />
    </>
  )
}

function Lenders({ protocols }: Pick<Response<'defiProtocolsStats'>, 'protocols'>) {
  return (
    <Table
      label="Lenders"
      rows={protocols}
      keyOf={({ protocol }) => protocol}
      columns={[
        { title: 'Protocol', of: ({ protocol }) => protocol },
        { title: 'Supplied', right: true, of: ({ tvl_usd }) => formatUsd(tvl_usd) },
        { title: 'Borrowed', right: true, of: ({ total_borrowed_usd }) => formatUsd(total_borrowed_usd) },
        { title: 'Positions', right: true, of: ({ total_positions }) => formatCount(total_positions) },
        { title: 'At risk', right: true, of: ({ at_risk_positions }) => formatCount(at_risk_positions) },
        { title: 'Liquidatable', right: true, of: ({ liquidatable_positions }) => formatCount(liquidatable_positions) },
      ]}
    />
  )
}
