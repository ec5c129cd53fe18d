// %% [markdown]
// # MEV of recorded blocks
//
// What searchers took from mined blocks, and by what. `BLOCKS_FILE` holds one block a line, with receipts and, where there are, traces: `{ "block": number or header, "transactions": [{ "tx", "receipt", "traces" }] }`, gzip or not. No provider is asked; `inspectBlock` reads a block from one.
// %%
import { readFileSync, writeFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import * as Plot from '@observablehq/plot'
import { inspectTransactions, parseBlock } from '@outrigger/mev/inspect'
import { parseHTML } from 'linkedom'
import { formatEther } from 'viem'

const file = process.env['BLOCKS_FILE'] ?? 'blocks.ndjson.gz'
const bytes = readFileSync(file)
const lines = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString().trim().split('\n')
const blocks = lines.map((line) => parseBlock(JSON.parse(line))).filter((block) => block !== null)
const inspections = blocks.map((block) => inspectTransactions(block))
const skipped = inspections.reduce((sum, { skipped }) => sum + skipped.length, 0)
console.log(
  `${blocks.length} blocks, ${blocks.reduce((sum, { transactions }) => sum + transactions.length, 0)} transactions, ${skipped} not readable`,
)
// %% [markdown]
// Every finding, with its profit where the block's own swaps have a price for what was gained.
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
// How much of each kind. Charts are shown in the notebook; a script writes them to the folder `CHARTS`.
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
// What each was worth before gas and payments to the block's builder. Losses stand left of the line; findings without a price are left out.
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
