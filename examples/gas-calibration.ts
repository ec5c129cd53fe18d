// %% [markdown]
// # Gas calibration
//
// Do tips get in as often as they are said to? Blocks are replayed: after each, the model states for several confidences which tip will be enough, and the blocks that follow say whether it was. What other estimators bid is judged on the same blocks. `BLOCKS_FILE` is a file of recorded blocks: answers to `eth_feeHistory`, blocks with their transactions, or rows of tips, one JSON value a line. No provider is asked.
// %%
import { readFileSync, writeFileSync } from 'node:fs'
import * as Plot from '@observablehq/plot'
import { chains } from '@outrigger/core'
import { computeMostGrowth, parseBlocks, runBacktest } from '@outrigger/oracle/backtest'
import { parseHTML } from 'linkedom'

const file = process.env['BLOCKS_FILE'] ?? 'fees.ndjson'
const blocks = parseBlocks(readFileSync(file, 'utf8'))
const { calibration, estimators, judged } = runBacktest(blocks, {
  horizons: [1, 5, 25],
  mostGrowthPerBlock: computeMostGrowth(chains.ethereum),
})
console.log(`${blocks.length} blocks, ${judged} judged`)
// %% [markdown]
// A chart is shown in the notebook; a script writes it to the folder `CHARTS`.
// %%
const { document } = parseHTML('<html></html>')
function draw(name: string, options: Plot.PlotOptions) {
  const chart = Plot.plot({ ...options, document })
  chart.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  if (process.env['CHARTS']) writeFileSync(`${process.env['CHARTS']}/${name}.svg`, chart.outerHTML)
  return { [Symbol.for('Jupyter.display')]: () => ({ 'image/svg+xml': chart.outerHTML }) }
}
// %% [markdown]
// Stated against realised: a model that is right lies on the line, for each length of the window. The range is where it lies in 95 of 100 runs of a right model of so many windows.
// %%
console.table(
  calibration.map(({ blocks, stated, realised, samples, capShort }) => ({
    blocks,
    stated,
    realised,
    samples,
    capShort,
  })),
)
draw('gas-calibration', {
  grid: true,
  width: 760,
  x: { label: 'stated', domain: [0.65, 1], tickFormat: '.0%' },
  y: { label: 'realised', domain: [0.6, 1.02], tickFormat: '.0%' },
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
    Plot.dot(calibration, { x: 'stated', y: 'realised', fx: 'blocks', fill: '#08519c' }),
  ],
})
// %% [markdown]
// What each estimator paid for the next block beyond what would have been enough, and how often it got in: the cheapest first among those that got in as often.
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
