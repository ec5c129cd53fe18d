import { formatChange, formatFixedPercent, formatUsd, toPriceFormat } from '../../data/format.ts'
import { toName } from '../../data/names.ts'
import { describeUse, type Price, type Source } from '../../data/prices.ts'
import type { Reading } from '../../data/reading.ts'
import { AgeOf } from '../../ui/ageOf.tsx'
import { Change } from '../../ui/change.tsx'
import { Figures } from '../../ui/figures.tsx'
import { Copyable } from '../../ui/links.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Table } from '../../ui/table.tsx'

type PriceOfProps = { readonly chain: string; readonly symbol: string; readonly reading: Reading<Price> }

/** The price of a token, and each source with the reason if it is not part of the price. */
export function PriceOf({ chain, symbol, reading }: PriceOfProps) {
  return (
    <Panel
      title={`${reading.data?.symbol ?? symbol} on ${chain}`}
      note={reading.data?.address && <Copyable text={reading.data.address} />}
      reading={reading}
      staleMs={90_000}
      toDataMs={({ timestamp }) => Date.parse(timestamp)}
    >
      {(price) => (
        <>
          {price.stale && (
            <p class="warn">No source has a usable price now. The node shows the last price that it knows.</p>
          )}
          <PriceFigures price={price} />
          {price.redemption && <Redemption of={price.redemption} />}
          <h3>Sources</h3>
          <Sources price={price} />
        </>
      )}
    </Panel>
  )
}

function PriceFigures({ price }: { readonly price: Price }) {
  const toDollars = (value: number | null) => (value === null ? '–' : formatUsd(value))
  const figures = [
    [price.basis === 'market' ? 'Price' : 'Redemption value', toPriceFormat([price.price_usd])(price.price_usd)],
    ['24 hours', <Change percent={price.price_change_24h} />],
    ['7 days', <Change percent={price.price_change_7d} />],
    ['Spread of the sources', formatFixedPercent(price.spread_percent)],
    ['Volume in 24 hours, as the sources report', toDollars(price.volume_24h)],
    ['Tradable within 2 %', toDollars(price.liquidity_usd)],
    ['Market capitalization', toDollars(price.market_cap)],
  ] as const
  return <Figures of={figures} />
}

function Redemption({ of }: { readonly of: NonNullable<Price['redemption']> }) {
  const { rate, price_usd, premium_percent: premium, protocol } = of
  const value = price_usd === null ? '' : `, ${toPriceFormat([price_usd])(price_usd)}`
  const gap = premium === null ? '' : ` ${formatFixedPercent(Math.abs(premium))}`
  return (
    <p>
      {protocol} redeems one token for {rate} ETH{value}.{' '}
      {premium === null ? 'How the market compares is unknown.' : `The market trades${gap} `}
      {premium !== null && <strong>{premium < 0 ? 'below' : 'above'}</strong>}
      {premium !== null && ' that value.'}
    </p>
  )
}

type Row = Pick<Source, 'name'> & { readonly source?: Source; readonly reason?: string }

function Sources({ price: { price_usd: median, sources, missing } }: { readonly price: Price }) {
  const format = toPriceFormat(sources.map(({ price_usd }) => price_usd))
  const rows: readonly Row[] = [...sources.map((source) => ({ name: source.name, source })), ...missing]
  return (
    <Table
      label="Sources"
      rows={rows}
      keyOf={({ name }) => name}
      columns={[
        { title: 'Source', of: ({ name }) => toName(name) },
        { title: 'Price', right: true, of: ({ source }) => (source ? format(source.price_usd) : '–') },
        { title: 'Part of the price', of: (row) => <Use of={row} /> },
        {
          title: 'From the median',
          right: true,
          of: ({ source }) => source && formatChange(100 * (source.price_usd / median - 1)),
        },
        {
          title: 'Tradable within 2 %',
          right: true,
          of: ({ source }) => (source?.liquidity_usd == null ? '–' : formatUsd(source.liquidity_usd)),
        },
        { title: 'Age', right: true, of: ({ source }) => (source ? <AgeOf time={source.timestamp} /> : '–') },
      ]}
    />
  )
}

function Use({ of: { source, reason } }: { readonly of: Row }) {
  if (source === undefined) return <span class="wrap quiet">No price: {reason}</span>
  const isBad = source.rejection !== null && source.rejection !== 'witness'
  return (
    <div class="wrap">
      <span class={isBad ? 'bad' : ''}>{describeUse(source)}</span>
      {source.detail && <span class="quiet"> ({source.detail})</span>}
    </div>
  )
}
