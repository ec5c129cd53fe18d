import { tmpdir } from 'node:os'
import { createMemoryStore, sleep } from '@outrigger/core'
import { systemClock } from '@outrigger/core/internal'
import { expect, it } from 'vitest'
import { createDurations } from './durations.ts'
import { createMetrics } from './metrics.ts'
import { createNodeFigures } from './nodeFigures.ts'
import { createRequestCounts } from './requestCounts.ts'
import { countStore } from './storeCounts.ts'

it('exports the memory of the process and the lag of its event loop', async () => {
  const metrics = createMetrics()
  const figures = createNodeFigures({
    metrics,
    pools: [],
    requests: createRequestCounts(createDurations(metrics, 'took_seconds', 'Time')),
    store: countStore(createMemoryStore()).counts,
    diskPath: tmpdir(),
    clock: systemClock,
    marketSources: () => [],
    countDeadLetters: async () => 0,
  })
  const read = async (name: string) => Number(new RegExp(`^${name} (.+)$`, 'm').exec(await metrics.render())?.[1])
  try {
    const rss = process.memoryUsage.rss()
    const exported = await read('outrigger_resident_memory_bytes')
    expect(exported).toBeGreaterThan(rss / 2)
    expect(exported).toBeLessThan(rss * 2)
    // The lag is a percentile, so a single long turn would not show.
    for (let turn = 0; turn < 8; turn += 1) {
      await sleep(25)
      const untilMs = performance.now() + 100
      while (performance.now() < untilMs);
    }
    const lag = () => read('outrigger_event_loop_lag_seconds')
    await expect.poll(lag, { timeout: 15_000, interval: 200 }).toBeGreaterThan(0.05)
    expect(await lag()).toBeLessThan(10)
  } finally {
    figures.close()
  }
})
