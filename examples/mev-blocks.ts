// %% [markdown]
// # MEV of recorded blocks
//
// How much did searchers earn in mined blocks, and how? `BLOCKS_FILE` contains one block per line, with receipts and optional traces: `{ "block": number or header, "transactions": [{ "tx", "receipt", "traces" }] }`. It may be compressed with gzip. The default is three blocks of Ethereum from 2021. `docs/guide/notebook.md` shows how to record more. `inspectBlock` reads a block from a provider.
// %%
import { readFileSync, writeFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import * as Plot from '@observablehq/plot'
import { inspectTransactions, parseBlock } from '@outrigger/mev/inspect'
import { parseHTML } from 'linkedom'
import { formatEther } from 'viem'

const file =
  process.env['BLOCKS_FILE'] ?? new URL('../packages/devnet/recorded/mev-inspect-py/blocks.ndjson.gz', import.meta.url)
const bytes = readFileSync(file)
const text = (String(file).endsWith('.gz') ? gunzipSync(bytes) : bytes).toString()
const lines = text.trim().split('\n')
const blocks = lines.map((line) => parseBlock(JSON.parse(line))).filter((block) => block !== null)
const inspections = blocks.map((block) => inspectTransactions(block))
const skipped = inspections.reduce((sum, { skipped }) => sum + skipped.length, 0)
console.log(
  `${blocks.length} blocks, ${blocks.reduce((sum, { transactions }) => sum + transactions.length, 0)} transactions, ${skipped} skipped`,
)
// %% [markdown]
// All findings. The profit is known if swaps in the same block show a price of the gained tokens.
// %%
const rows = inspections.flatMap(({ findings }) =>
  findings.map(({ blockNumber, kind, transactions, profitWei }) => ({
    block: String(blockNumber),
    kind,
    transaction: transactions[0],
    profitEther: profitWei === null ? null : Number(formatEther(profitWei)),
  })),
)
console.table(rows)
// %% [markdown]
// Number of findings by kind. In a notebook the chart is displayed. A script writes it to the folder `CHARTS`.
// %%
const { document } = parseHTML('<html></html>')
function draw(name: string, options: Plot.PlotOptions) {
  const chart = Plot.plot({ ...options, document })
  chart.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  if (process.env['CHARTS']) writeFileSync(`${process.env['CHARTS']}/${name}.svg`, chart.outerHTML)
  return { [Symbol.for('Jupyter.display')]: () => ({ 'image/svg+xml': chart.outerHTML }) }
}
draw('mev-kinds', {
  width: 760,
  marginLeft: 90,
  marginRight: 90,
  x: { label: 'findings', grid: true, interval: 1, tickFormat: 'd' },
  y: { label: null },
  fy: { label: null },
  marks: [Plot.barX(rows, Plot.groupY({ x: 'count' }, { y: 'kind', fy: 'block', fill: '#3182bd' })), Plot.ruleX([0])],
})
// %% [markdown]
// Profit of each finding before gas and payments to the builder. Losses are left of the line. Findings without a price are omitted.
// %%
draw('mev-profits', {
  width: 760,
  marginLeft: 90,
  x: { label: 'profit, ether', grid: true },
  y: { label: null },
  marks: [
    Plot.ruleX([0]),
    Plot.dot(
      rows.filter(({ profitEther }) => profitEther !== null),
      { x: 'profitEther', y: 'kind', stroke: '#08519c', fill: '#08519c', fillOpacity: 0.3 },
    ),
  ],
})
