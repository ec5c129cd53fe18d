import { wire } from '../../data/client.ts'
import { toCurrency } from '../../data/currency.ts'
import { formatCount, formatNumber } from '../../data/format.ts'
import { useReading } from '../../data/reading.ts'
import { Bars } from '../../ui/bars.tsx'
import { Figures } from '../../ui/figures.tsx'
import { Panel } from '../../ui/panel.tsx'

/** Statistics of the current mempool, in total and by type. */
export function Mix({ chain }: { readonly chain: string }) {
  const reading = useReading(() => wire.mempoolStats({ chain }), { everyMs: 3000 })
  return (
    <Panel
      title="Type mix"
      note="All pending transactions. Gas prices are those that would be paid in the next block."
      reading={reading}
      toDataMs={({ as_of }) => (as_of === undefined ? undefined : Date.parse(as_of))}
      empty={({ total_pending }) => total_pending === 0 && 'No transaction is pending.'}
    >
      {({ total_pending, total_value_eth, gas_prices, tx_counts, mev_opportunities }) => (
        <>
          <Figures
            of={[
              ['Pending', formatCount(total_pending)],
              [`Value, ${toCurrency(chain)}`, formatNumber(total_value_eth)],
              ['Median gas, gwei', formatNumber(gas_prices.median_gwei)],
              ['MEV findings', formatCount(Object.values(mev_opportunities).reduce((sum, count) => sum + count, 0))],
            ]}
          />
          <Bars
            label="Type mix"
            of="Type"
            unit="Pending"
            format={formatCount}
            rows={Object.entries(tx_counts).sort(([, a], [, b]) => b - a)}
          />
        </>
      )}
    </Panel>
  )
}
