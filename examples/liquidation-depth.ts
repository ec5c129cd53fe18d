// %% [markdown]
// # Liquidation depth by price
//
// How much debt can be liquidated if the ether price falls? This notebook computes the health of all borrowers of a lender at each price of the ETH / USD feed, with the arithmetic of its contracts. Tokens whose price follows that feed fall too, others do not. `RPC_URLS` are providers of Ethereum, and `PROTOCOL` is the lender. On mainnet the first search for all borrowers takes hours.
// %%
import { writeFileSync } from 'node:fs'
import * as Plot from '@observablehq/plot'
import { createProviderPool } from '@outrigger/core'
import { type BookBlock, createBooks, getPriceSources, lendingProtocols, predictMarkets } from '@outrigger/defi'
import { parseHTML } from 'linkedom'
import { createPublicClient, parseAbi } from 'viem'

const endpoints = (process.env['RPC_URLS'] ?? 'http://127.0.0.1:8545').split(',')
const protocol = process.env['PROTOCOL'] ?? 'aave_v3'
const pool = createProviderPool({ chain: 'ethereum', endpoints })
const books = createBooks({ pool, protocols: lendingProtocols.filter(({ id }) => id === protocol) })
await books.ready
// All following reads use one block.
const { reader, number } = await new Promise<BookBlock>((resolve) => books.on('block', resolve))
const held = [...(books.get(protocol)?.markets.values() ?? [])]
console.log(`block ${number}: ${held.reduce((sum, { table }) => sum + table.size, 0)} borrowers of ${protocol}`)
// %% [markdown]
// Read the feed and find the prices that follow it. Each price contract is resolved to its feeds.
// %%
/** Chainlink's ETH / USD feed. */
const feed = '0x5f4eC3Df9cbd43714FE2740f5E3616155c5b8419'
const client = createPublicClient({ transport: pool.transport })
const abi = parseAbi(['function latestAnswer() view returns (int256)'])
const answer = await client.readContract({ address: feed, abi, functionName: 'latestAnswer' })
const markets = held.map(({ market }) => market)
const named = markets.flatMap(({ reserves }) => reserves.flatMap(({ priceSource }) => priceSource ?? []))
const sources = await getPriceSources(reader, [feed, ...named])
const aggregators = sources.get(feed.toLowerCase() as typeof feed)?.aggregators ?? []
console.log(`ether at ${Number(answer) / 1e8} USD`)
// %% [markdown]
// Compute all borrowers at 51 prices, from the current price down to half of it.
// %%
const steps = Array.from({ length: 51 }, (_, percent) => {
  const fallen = (answer * BigInt(100 - percent)) / 100n
  const updates = aggregators.map((aggregator) => ({ aggregator, answer: fallen }))
  const predicted = new Map(predictMarkets(markets, sources, updates).markets.map((market) => [market.id, market]))
  let debtUsd = 0
  let accounts = 0
  for (const { protocol, market, table } of held) {
    const then = predicted.get(market.id) ?? market
    for (const { health } of table.findLiquidatable(protocol, then)) {
      accounts += 1
      for (const { reserve, amount } of health.debt) {
        const { decimals = 0, unitPrice = 0 } = then.reserves[reserve] ?? {}
        debtUsd += (Number(amount) / 10 ** decimals) * unitPrice * (then.unitUsd ?? 0)
      }
    }
  }
  return { fall: percent, priceUsd: Number(fallen) / 1e8, debtUsd, accounts }
})
console.table(steps.filter(({ fall }) => fall % 10 === 0))
// %% [markdown]
// Draw the liquidatable debt. In a notebook the chart is displayed. A script writes it to the folder `CHARTS`.
// %%
const { document } = parseHTML('<html></html>')
function draw(name: string, options: Plot.PlotOptions) {
  const chart = Plot.plot({ ...options, document })
  chart.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  if (process.env['CHARTS']) writeFileSync(`${process.env['CHARTS']}/${name}.svg`, chart.outerHTML)
  return { [Symbol.for('Jupyter.display')]: () => ({ 'image/svg+xml': chart.outerHTML }) }
}
draw('liquidation-depth', {
  grid: true,
  width: 760,
  marginLeft: 80,
  x: { label: 'price of ether, US dollars', reverse: true },
  y: { label: `debt of ${protocol} that can be liquidated, US dollars` },
  marks: [
    Plot.areaY(steps, { x: 'priceUsd', y: 'debtUsd', curve: 'step', fill: '#9ecae1' }),
    Plot.lineY(steps, { x: 'priceUsd', y: 'debtUsd', curve: 'step', stroke: '#08519c' }),
    Plot.ruleX([Number(answer) / 1e8], { stroke: '#999', strokeDasharray: '4' }),
  ],
})
// %%
await books.close()
await pool.close()
