// %% [markdown]
// # Provider race
//
// How fast is each provider, and how fast is a pool of all of them? Each round sends the same request to every provider and to the pool at the same time. `RPC_URLS` are providers of Ethereum, and `ROUNDS` is the number of rounds. The charts number the providers, because URLs may contain keys.
// %%
import { writeFileSync } from 'node:fs'
import * as Plot from '@observablehq/plot'
import { createProviderPool, sleep } from '@outrigger/core'
import { parseHTML } from 'linkedom'
import { createPublicClient, http } from 'viem'

const endpoints = (process.env['RPC_URLS'] ?? 'http://127.0.0.1:8545').split(',')
const rounds = Number(process.env['ROUNDS'] ?? 50)
const pool = createProviderPool({ chain: 'ethereum', endpoints })
const racers = [
  ...endpoints.map((url, index) => ({
    name: `provider ${index + 1}`,
    client: createPublicClient({ transport: http(url, { retryCount: 0 }) }),
  })),
  { name: 'pool of all', client: createPublicClient({ transport: pool.transport }) },
]
// %% [markdown]
// Requests of a round run concurrently, so all share the network. Failures are counted separately and have no latency.
// %%
const samples: { name: string; round: number; ms: number; failed: boolean }[] = []
for (let round = 0; round < rounds; round += 1) {
  await Promise.all(
    racers.map(async ({ name, client }) => {
      const startedMs = performance.now()
      const failed = await client.getBlock().then(
        () => false,
        () => true,
      )
      samples.push({ name, round, ms: performance.now() - startedMs, failed })
    }),
  )
  await sleep(20)
}
const quantile = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]
const summary = racers.map(({ name }) => {
  const own = samples.filter((sample) => sample.name === name)
  const sorted = own
    .filter(({ failed }) => !failed)
    .map(({ ms }) => ms)
    .sort((a, b) => a - b)
  return {
    name,
    p50: quantile(sorted, 0.5),
    p95: quantile(sorted, 0.95),
    failed: own.filter(({ failed }) => failed).length,
  }
})
console.table(summary)
// %% [markdown]
// Share of responses by latency. A curve further up and to the left is better. In a notebook the chart is displayed. A script writes it to the folder `CHARTS`.
// %%
const { document } = parseHTML('<html></html>')
function draw(name: string, options: Plot.PlotOptions) {
  const chart = Plot.plot({ ...options, document })
  chart.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  if (process.env['CHARTS']) writeFileSync(`${process.env['CHARTS']}/${name}.svg`, chart.outerHTML)
  return { [Symbol.for('Jupyter.display')]: () => ({ 'image/svg+xml': chart.outerHTML }) }
}
const curves = racers.flatMap(({ name }) => {
  const answered = samples.filter((sample) => sample.name === name && !sample.failed).sort((a, b) => a.ms - b.ms)
  return answered.map(({ ms }, index) => ({ name, ms, share: (index + 1) / rounds }))
})
draw('provider-race', {
  grid: true,
  width: 760,
  marginRight: 110,
  x: { label: 'latency, milliseconds', type: 'log' },
  y: { label: 'answered within', tickFormat: '.0%', domain: [0, 1] },
  marks: [
    Plot.line(curves, { x: 'ms', y: 'share', stroke: 'name', curve: 'step-after' }),
    Plot.text(curves, Plot.selectLast({ x: 'ms', y: 'share', z: 'name', text: 'name', dx: 6, textAnchor: 'start' })),
  ],
})
// %%
await pool.close()
