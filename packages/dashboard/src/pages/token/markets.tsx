import type { Response } from '@outrigger/api/contract'
import { wire } from '../../data/client.ts'
import { formatUsd, toPriceFormat } from '../../data/format.ts'
import { toName } from '../../data/names.ts'
import { useReading } from '../../data/reading.ts'
import { Panel } from '../../ui/panel.tsx'
import { Table } from '../../ui/table.tsx'

type Comparison = Response<'priceCompare'>
type MarketsProps = { readonly chain: string; readonly symbol: string; readonly exchanges: readonly string[] }

/** What one token costs on each exchange and DEX, and whether the difference pays. */
export function Markets({ chain, symbol, exchanges }: MarketsProps) {
  const reading = useReading(() => wire.priceCompare({ chain, symbol, exchanges: exchanges.join() }), {
    everyMs: 10_000,
  })
  return (
    <Panel
      title="Markets"
      note="What a buyer of one token pays and a seller gets, including the fee of the market. Cheapest first."
      reading={reading}
      staleMs={60_000}
      toDataMs={({ timestamp }) => Date.parse(timestamp)}
    >
      {(comparison) => (
        <>
          <Verdict of={comparison} />
          <Offers of={comparison} />
        </>
      )}
    </Panel>
  )
}

function Verdict({ of: { arbitrage, comparison } }: { readonly of: Comparison }) {
  if (comparison.length < 2) return <p>Only one market has a price now, so there is nothing to compare.</p>
  if (arbitrage === null) return <p>No arbitrage between these markets pays after their fees.</p>
  return (
    <p>
      <strong>Arbitrage: </strong>buy on {toName(arbitrage.buy_on)} and sell on {toName(arbitrage.sell_on)} up to{' '}
      {formatUsd(arbitrage.amount_usd)}, which earns <strong>{formatUsd(arbitrage.profit_usd)}</strong> after the fees
      of the markets, before gas.
    </p>
  )
}

function Offers({ of: { comparison, missing } }: { readonly of: Comparison }) {
  const format = toPriceFormat(comparison.map(({ price_usd }) => price_usd))
  const toPrice = (value: number | null) => (value === null ? '–' : format(value))
  const [lowestBuy, highestSell] = [
    Math.min(...comparison.flatMap(({ buy_usd }) => buy_usd ?? [])),
    Math.max(...comparison.flatMap(({ sell_usd }) => sell_usd ?? [])),
  ]
  const toBest = (value: number | null, best: number) =>
    value === best ? <strong>{toPrice(value)}</strong> : toPrice(value)
  return (
    <>
      <Table
        label="Markets"
        rows={comparison}
        keyOf={({ exchange }) => exchange}
        columns={[
          { title: 'Market', of: ({ exchange }) => toName(exchange) },
          { title: 'Price', right: true, of: ({ price_usd }) => format(price_usd) },
          { title: 'Buy', right: true, of: ({ buy_usd }) => toBest(buy_usd, lowestBuy) },
          { title: 'Sell', right: true, of: ({ sell_usd }) => toBest(sell_usd, highestSell) },
          {
            title: 'Tradable within 2 %',
            right: true,
            of: ({ liquidity }) => (liquidity === null ? '–' : formatUsd(liquidity)),
          },
        ]}
      />
      {missing.map(({ name, reason }) => (
        <p key={name} class="quiet">
          {toName(name)}: {reason}
        </p>
      ))}
    </>
  )
}
