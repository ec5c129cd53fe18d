import type { Response } from '@outrigger/api/contract'
import { useState } from 'preact/hooks'
import { wire } from '../data/client.ts'
import { useEach } from '../data/each.ts'
import { describeFailure } from '../data/failure.ts'
import { formatCount, formatNumber, formatPercent, formatUsd, shorten } from '../data/format.ts'
import { computeShockedHealth } from '../data/priceShock.ts'
import { useReading } from '../data/reading.ts'
import { Chart } from '../ui/chart.tsx'
import { Choice } from '../ui/choice.tsx'
import { Panel } from '../ui/panel.tsx'
import { Table } from '../ui/table.tsx'
import type { PageProps } from './page.ts'

const lendingChains = ['ethereum', 'optimism', 'arbitrum', 'polygon', 'base', 'gnosis'] as const
type Chain = (typeof lendingChains)[number]

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
          <Positions key={chain} chain={chain} found={found.data} />
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

const mostShown = 20
const changes = Array.from({ length: 71 }, (_, index) => (index - 50) / 100)

/** Positions of the borrowers that were found and of addresses one enters, at another price of ether. */
function Positions({ chain, found }: { readonly chain: Chain; readonly found: Found | undefined }) {
  const [entered, setEntered] = useState<readonly string[]>([])
  const [change, setChange] = useState(0)
  const borrowers = [...(found?.opportunities ?? []), ...(found?.skipped ?? [])].flatMap(
    ({ borrower }) => borrower ?? [],
  )
  const addresses = [...new Set([...entered, ...borrowers])].slice(0, mostShown)
  const reading = useEach(addresses, (address) => wire.defiPositionHealth({ chain, address }), 20_000)
  const rows = (reading.data ?? []).flatMap(({ chain: address, value }) =>
    (value?.positions ?? []).map((position) => ({ address, position, health: computeShockedHealth(position, change) })),
  )
  const due = (at: number) =>
    rows.reduce((sum, { position }) => {
      const health = computeShockedHealth(position, at)
      return health !== null && health <= 1 ? sum + position.total_collateral_usd : sum
    }, 0)
  return (
    <Panel
      title="At another price of ether"
      note="Positions of the borrowers above and of addresses you enter; every token of ether moves with it."
      reading={reading}
      staleMs={45_000}
    >
      <AddressForm onAdd={(address) => setEntered([address, ...entered])} />
      <label class="field">
        <span>
          ETH {change > 0 && '+'}
          {Math.round(change * 100)} %: {formatUsd(due(change))} of collateral can be liquidated
        </span>
        <input
          type="range"
          min={-50}
          max={20}
          step={1}
          value={change * 100}
          onInput={({ currentTarget }) => setChange(Number(currentTarget.value) / 100)}
        />
      </label>
      {reading.data?.map(
        ({ chain: address, error }) =>
          error !== undefined && (
            <p key={address} class="failure">
              {shorten(address)}: {describeFailure(error)}
            </p>
          ),
      )}
      {rows.length === 0 ? (
        <p class="empty">No position yet: enter an address.</p>
      ) : (
        <>
          <Chart
            label="Collateral that falls due by the price of ether"
            x={changes.map((one) => one * 100)}
            xLabel="Change, %"
            isTime={false}
            unit="USD"
            format={formatUsd}
            formatX={(value) => `${formatNumber(value)} %`}
            series={[{ label: 'collateral that can be liquidated', values: changes.map(due), colour: 1 }]}
          />
          <PositionTable rows={rows} />
        </>
      )}
    </Panel>
  )
}

type Row = {
  readonly address: string
  readonly position: Response<'defiPositionHealth'>['positions'][number]
  /** At the chosen price. */
  readonly health: number | null
}

function PositionTable({ rows }: { readonly rows: readonly Row[] }) {
  return (
    <Table
      label="Positions"
      rows={rows}
      keyOf={({ address, position }) => `${address} ${position.protocol} ${position.market}`}
      columns={[
        { title: 'Address', of: ({ address }) => <code title={address}>{shorten(address)}</code> },
        { title: 'Protocol', of: ({ position }) => position.protocol },
        { title: 'Collateral', right: true, of: ({ position }) => formatUsd(position.total_collateral_usd) },
        { title: 'Debt', right: true, of: ({ position }) => formatUsd(position.total_debt_usd) },
        {
          title: 'Health now',
          right: true,
          of: ({ position: { health_factor } }) => (health_factor === null ? 'no debt' : formatNumber(health_factor)),
        },
        {
          title: 'At that price',
          right: true,
          of: ({ health }) =>
            health === null ? (
              '–'
            ) : health <= 1 ? (
              <span class="bad">{formatNumber(health)} ■ liquidatable</span>
            ) : (
              formatNumber(health)
            ),
        },
      ]}
    />
  )
}

function AddressForm({ onAdd }: { readonly onAdd: (address: string) => void }) {
  const [address, setAddress] = useState('')
  const submit = (event: Event) => {
    event.preventDefault()
    onAdd(address.trim().toLowerCase())
    setAddress('')
  }
  return (
    <form class="tools" onSubmit={submit}>
      <label class="field">
        <span>Address</span>
        <input
          required
          pattern="\s*0x[0-9a-fA-F]{40}\s*"
          value={address}
          onInput={({ currentTarget }) => setAddress(currentTarget.value)}
        />
      </label>
      <button type="submit">Add</button>
    </form>
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
