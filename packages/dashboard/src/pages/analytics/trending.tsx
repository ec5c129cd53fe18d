import { wire } from '../../data/client.ts'
import { formatUsd, toPriceFormat } from '../../data/format.ts'
import { useUnknown } from '../../data/outages.ts'
import { useReading } from '../../data/reading.ts'
import { toLink } from '../../data/route.ts'
import { Change } from '../../ui/change.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Table } from '../../ui/table.tsx'

/** The most traded tokens of a chain. */
export function Trending({ chain }: { readonly chain: string }) {
  const unknown = useUnknown(chain)
  const reading = useReading(() => wire.analyticsTrendingTokens({ chain, limit: 20 }), { everyMs: 60_000 })
  return (
    <Panel
      title="Most traded tokens"
      note="By the volume of swaps on the chain in 24 hours."
      reading={reading}
      staleMs={900_000}
      toDataMs={({ timestamp }) => Date.parse(timestamp)}
      empty={({ tokens }) => tokens.length === 0 && (unknown ?? `No swap was found on ${chain}.`)}
    >
      {({ tokens, coverage }) => {
        const format = toPriceFormat(tokens.flatMap(({ price_usd }) => price_usd ?? []))
        return (
          <>
            {!coverage.complete && (
              <p class="warn">
                Counts only the blocks {coverage.from_block} to {coverage.to_block}, which are less than 24 hours.
              </p>
            )}
            <Table
              label="Most traded tokens"
              rows={tokens}
              keyOf={({ address }) => address}
              columns={[
                {
                  title: 'Token',
                  of: ({ symbol, address }) => <a href={toLink('token', chain, address)}>{symbol}</a>,
                },
                { title: 'Volume', right: true, of: ({ volume }) => formatUsd(volume) },
                { title: 'Price', right: true, of: ({ price_usd }) => (price_usd === null ? '–' : format(price_usd)) },
                { title: '24 hours', right: true, of: ({ change_24h }) => <Change percent={change_24h} /> },
                { title: 'Liquidity', right: true, of: ({ liquidity_usd }) => formatUsd(liquidity_usd) },
              ]}
            />
          </>
        )
      }}
    </Panel>
  )
}
