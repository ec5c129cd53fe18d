// %% [markdown]
// # Transaction types in a block
//
// Draws the share of the eight transaction types in recorded blocks. `BLOCKS_FILE` contains one transaction per line in JSON: `hash`, `from`, `to`, `value`, `input` and `blockNumber`. It may be compressed with gzip. The default is 26 blocks of Ethereum from 2020 to 2022. `docs/guide/notebook.md` shows how to record more.
// %%
import { readFileSync, writeFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import * as Plot from '@observablehq/plot'
import { createClassifier, toTransactionCall, transactionTypes } from '@outrigger/mempool'
import { parseHTML } from 'linkedom'

const file =
  process.env['BLOCKS_FILE'] ??
  new URL('../packages/devnet/recorded/mev-inspect-py/transactions.ndjson.gz', import.meta.url)
const bytes = readFileSync(file)
const text = (String(file).endsWith('.gz') ? gunzipSync(bytes) : bytes).toString()
const rows = text
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line))
// %% [markdown]
// Classify all transactions. The classifier never throws. It reports undecoded calldata.
// %%
const { classify } = createClassifier({ chain: 'ethereum' })
const transactions = rows.map((row) => ({
  block: String(Number(row.blockNumber ?? row.block_number)),
  type: classify(toTransactionCall(row)).type,
}))
const blocks = [...new Set(transactions.map(({ block }) => block))].sort()
console.log(`${transactions.length} transactions of ${blocks.length} blocks`)
// %% [markdown]
// Count the types of all transactions.
// %%
const mix = transactionTypes.map((type) => {
  const count = transactions.filter((one) => one.type === type).length
  return { type, transactions: count, percent: Number(((100 * count) / transactions.length).toFixed(2)) }
})
console.table(mix)
// %% [markdown]
// One bar per block. In a notebook the chart is displayed. A script writes it to the folder `CHARTS`.
// %%
const { document } = parseHTML('<html></html>')
function draw(name: string, options: Plot.PlotOptions) {
  const chart = Plot.plot({ ...options, document })
  chart.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  if (process.env['CHARTS']) writeFileSync(`${process.env['CHARTS']}/${name}.svg`, chart.outerHTML)
  return { [Symbol.for('Jupyter.display')]: () => ({ 'image/svg+xml': chart.outerHTML }) }
}
const shares = blocks.flatMap((block) => {
  const own = transactions.filter((one) => one.block === block)
  return transactionTypes.map((type) => ({
    block,
    type,
    share: own.filter((one) => one.type === type).length / own.length,
  }))
})
draw('type-mix', {
  width: 760,
  height: 60 + 18 * blocks.length,
  marginLeft: 90,
  x: { label: 'share of the transactions', percent: true },
  y: { label: 'block', type: 'band' },
  color: { domain: transactionTypes },
  marks: [Plot.barX(shares, { x: 'share', y: 'block', fill: 'type', order: [...transactionTypes] })],
})
// %% [markdown]
// All blocks together.
// %%
draw('type-mix-all', {
  width: 760,
  height: 260,
  marginLeft: 110,
  marginRight: 60,
  x: { label: 'transactions', grid: true },
  y: { label: null, domain: transactionTypes },
  color: { domain: transactionTypes },
  marks: [
    Plot.barX(mix, { x: 'transactions', y: 'type', fill: 'type' }),
    Plot.text(mix, { x: 'transactions', y: 'type', text: ({ percent }) => `${percent} %`, dx: 4, textAnchor: 'start' }),
  ],
})
