// %% [markdown]
// # Gas calibration
//
// Are tips included as often as stated? This notebook replays recorded blocks. After each block, the model predicts which tip will be enough for several confidences, and the following blocks show whether it was. Other estimators are measured on the same blocks. `BLOCKS_FILE` contains consecutive blocks, one JSON value per line: responses of `eth_feeHistory`, blocks with their transactions, or rows of tips. It may be compressed with gzip. The default is a simulated market of 1,500 blocks. `docs/guide/notebook.md` shows how to record a real chain.
// %%
import { readFileSync, writeFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import * as Plot from '@observablehq/plot'
import { computeMostGrowth, parseBlocks, runBacktest } from '@outrigger/oracle/backtest'
import { parseHTML } from 'linkedom'

const file =
  process.env['BLOCKS_FILE'] ?? new URL('../packages/devnet/recorded/gas/simulated_fees.ndjson.gz', import.meta.url)
const bytes = readFileSync(file)
const text = (String(file).endsWith('.gz') ? gunzipSync(bytes) : bytes).toString()
const blocks = parseBlocks(text)
const { calibration, estimators, judged } = runBacktest(blocks, {
  horizons: [1, 5, 25],
  mostGrowthPerBlock: computeMostGrowth('ethereum'),
})
console.log(`${blocks.length} blocks, ${judged} judged`)
// %% [markdown]
// In a notebook the chart is displayed. A script writes it to the folder `CHARTS`.
// %%
const { document } = parseHTML('<html></html>')
function draw(name: string, options: Plot.PlotOptions) {
  const chart = Plot.plot({ ...options, document })
  chart.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  if (process.env['CHARTS']) writeFileSync(`${process.env['CHARTS']}/${name}.svg`, chart.outerHTML)
  return { [Symbol.for('Jupyter.display')]: () => ({ 'image/svg+xml': chart.outerHTML }) }
}
// %% [markdown]
// Stated and realized share of included tips, for each window length. A calibrated model lies on the line. In 95 of 100 runs, a calibrated model with this number of windows lies within the bar.
// %%
console.table(
  calibration.map(({ blocks, stated, realized, samples, capShort }) => ({
    blocks,
    stated,
    realized,
    samples,
    capShort,
  })),
)
draw('gas-calibration', {
  grid: true,
  width: 760,
  x: { label: 'stated', domain: [0.65, 1], tickFormat: '.0%' },
  y: { label: 'realized', domain: [0.6, 1.02], tickFormat: '.0%' },
  fx: { label: 'blocks of the window' },
  marks: [
    Plot.line(
      [0.65, 1].flatMap((share) => [1, 5, 25].map((blocks) => ({ share, blocks }))),
      { x: 'share', y: 'share', fx: 'blocks', stroke: '#bbb' },
    ),
    Plot.ruleX(calibration, {
      x: 'stated',
      y1: ({ expected }) => expected.low,
      y2: ({ expected }) => expected.high,
      fx: 'blocks',
      stroke: '#9ecae1',
      strokeWidth: 5,
    }),
    Plot.dot(calibration, { x: 'stated', y: 'realized', fx: 'blocks', fill: '#08519c' }),
  ],
})
// %% [markdown]
// Overpayment of each estimator for the next block, and how often it was included, most often included first.
// %%
console.table(estimators.map(({ name, inclusion, medianOverpaid }) => ({ name, inclusion, medianOverpaid })))
const ranked = [...estimators].sort((a, b) => b.inclusion - a.inclusion)
draw('gas-estimators', {
  width: 760,
  marginLeft: 190,
  marginRight: 60,
  x: { label: 'overpaid, median', type: 'sqrt', tickFormat: '.0%', grid: true },
  y: { label: null, domain: ranked.map(({ name }) => name) },
  marks: [
    Plot.ruleY(ranked, { y: 'name', x: 'medianOverpaid', stroke: '#ccc' }),
    Plot.dot(ranked, {
      x: 'medianOverpaid',
      y: 'name',
      fill: ({ name }) => (name.startsWith('Outrigger') ? '#08519c' : '#999'),
    }),
    Plot.text(ranked, {
      x: 'medianOverpaid',
      y: 'name',
      text: ({ inclusion }) => `${(100 * inclusion).toFixed(1)} % in`,
      dx: 8,
      textAnchor: 'start',
    }),
  ],
})
