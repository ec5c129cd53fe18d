import { wire } from '../../data/client.ts'
import { formatCount, formatFixedPercent, formatUsd } from '../../data/format.ts'
import { toName } from '../../data/names.ts'
import type { Price } from '../../data/prices.ts'
import { useReading } from '../../data/reading.ts'
import { Panel } from '../../ui/panel.tsx'
import { Table } from '../../ui/table.tsx'

type RankProps = { readonly chain: string; readonly token: Price }

/** The rank of a token among the most traded ones of its chain. */
export function Rank({ chain, token }: RankProps) {
  const reading = useReading(() => wire.analyticsTrendingTokens({ chain, limit: 1000 }), { everyMs: 60_000 })
  return (
    <Panel
      title="Trading on the chain"
      reading={reading}
      staleMs={900_000}
      toDataMs={({ timestamp }) => Date.parse(timestamp)}
    >
      {({ tokens, coverage }) => {
        const rank = tokens.findIndex(({ address }) => address === token.address)
        const traded = tokens[rank]
        const period = coverage.complete ? 'in the last 24 hours' : `in the blocks since ${coverage.from_block}`
        if (traded === undefined)
          return (
            <p>
              No swap of {token.symbol} was found on {chain} {period}.
            </p>
          )
        return (
          <p>
            <strong>
              {rank + 1} of {tokens.length}
            </strong>{' '}
            tokens by trading volume on {chain}: {formatUsd(traded.volume)} {period}, with{' '}
            {formatUsd(traded.liquidity_usd)} of liquidity.
          </p>
        )
      }}
    </Panel>
  )
}

type PoolsProps = { readonly chain: string; readonly symbol: string; readonly dexes: readonly string[] }

async function readPools(chain: string, symbol: string, dexes: readonly string[]) {
  const answers = await Promise.all(dexes.map((protocol) => wire.analyticsLiquidityMetrics({ chain, protocol })))
  const pools = answers.flatMap(({ protocol, pools }) => pools.map((pool) => ({ ...pool, protocol })))
  return {
    pools: pools
      .filter(({ pair }) => pair.split('/').includes(symbol))
      .sort((a, b) => (b.liquidity ?? 0) - (a.liquidity ?? 0)),
    atMs: Math.min(...answers.map(({ timestamp }) => Date.parse(timestamp))),
  }
}

/** The pools of a token on the DEXes that have a price of it. */
export function Pools({ chain, symbol, dexes }: PoolsProps) {
  const reading = useReading(() => readPools(chain, symbol, dexes), { everyMs: 60_000 })
  return (
    <Panel
      title="Pools"
      note={`Pools whose pair contains the symbol ${symbol}, on the DEXes that have a price of it. Volume is that of 24 hours, by the swaps that the node counted. Tradable amounts near the price are above.`}
      reading={reading}
      staleMs={900_000}
      toDataMs={({ atMs }) => atMs}
      empty={({ pools }) => pools.length === 0 && `No pool of ${symbol} was traded on ${chain} in the last 24 hours.`}
    >
      {({ pools }) => (
        <Table
          label="Pools"
          rows={pools}
          keyOf={({ address }) => address}
          columns={[
            { title: 'DEX', of: ({ protocol }) => toName(protocol) },
            { title: 'Pair', of: ({ pair }) => pair },
            { title: 'Fee', right: true, of: ({ fee_percent }) => formatFixedPercent(fee_percent) },
            { title: 'Value in the pool', right: true, of: ({ liquidity }) => toDollars(liquidity) },
            { title: 'Volume on the chain', right: true, of: ({ volume_24h }) => toDollars(volume_24h) },
            { title: 'Swaps', right: true, of: ({ swaps_24h }) => formatCount(swaps_24h) },
          ]}
        />
      )}
    </Panel>
  )
}

const toDollars = (value: number | null) => (value === null ? '–' : formatUsd(value))
