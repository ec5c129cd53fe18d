import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sleep } from '@outrigger/core'
import { quantile } from '@outrigger/core/internal'
import { createSqliteStore } from '@outrigger/core/store/sqlite'
import type { Subject } from '../alert.ts'
import { createAlerts } from '../createAlerts.ts'
import { createFigures } from './fixtures/figures.ts'
import { startReceiver } from './fixtures/receiver.ts'
import { survive } from './fixtures/survival.ts'
import { loopbackNetworks } from './networks.ts'

/**
 * Benchmark: measures the time from a signal to its POST with 1,000 alerts, and checks notifications while processes
 * are killed with kill -9.
 */
export const suite = { name: 'alerts', run }

const alertCount = 1000
const events = 1000
const gas: Subject = { type: 'gas', metric: 'standard', chain: 'ethereum', symbol: null }

async function run() {
  const { oneMs, allMs } = await measureDelays()
  const kills = Number(process.env['OUTRIGGER_BENCH_KILLS'] ?? 20)
  const { lost, acceptedTwice, otherBody, unverified } = await survive({ kills, triggers: 50 * kills, intervalMs: 10 })
  const none = { atMost: 0 }
  return [
    { name: 'signal to POST, p50', value: quantile(oneMs, 0.5) as number, unit: 'ms' },
    { name: 'signal to POST, p99', value: quantile(oneMs, 0.99) as number, unit: 'ms', bar: { atMost: 50 } },
    { name: 'all 1,000 alerts by one signal: last POST', value: allMs, unit: 'ms' },
    { name: `lost of ${50 * kills} through ${kills} kill -9`, value: lost, unit: '', bar: none },
    { name: 'accepted twice, with the same id', value: acceptedTwice, unit: '' },
    { name: 'of these with another body', value: otherBody, unit: '', bar: none },
    { name: 'not verified', value: unverified, unit: '', bar: none },
  ]
}

/** Alerts on one figure with thresholds 1 apart. Each of 50 events per second crosses one of them. */
async function measureDelays() {
  const directory = mkdtempSync(join(tmpdir(), 'alerts-'))
  await using receiver = await startReceiver()
  const store = await createSqliteStore({ path: join(directory, 'alerts.db') })
  const figures = createFigures()
  const channels = { webhook: { networks: loopbackNetworks } }
  const alerts = await createAlerts({ store, channels, signals: figures.source, maxPerHost: 16 })
  const made = Array.from({ length: alertCount }, (_, index) =>
    alerts.create({ name: `${index}`, type: 'gas', threshold: index + 1, rearmPercent: 0, webhookUrl: receiver.url }),
  )
  await Promise.all(made)
  const oneMs: number[] = []
  for (let event = 0; event < events; event++) {
    const seen = receiver.received.length
    const startedMs = performance.now()
    figures.set(gas, (event % alertCount) + 1.5)
    await until(() => receiver.received.length > seen)
    oneMs.push((receiver.received[seen]?.atMs as number) - startedMs)
    await sleep(Math.max(0, 20 - (performance.now() - startedMs)))
  }
  figures.set(gas, 0)
  const seen = receiver.received.length
  const startedMs = performance.now()
  figures.set(gas, alertCount * 2)
  await until(() => receiver.received.length >= seen + alertCount)
  const allMs = (receiver.received.at(-1)?.atMs as number) - startedMs
  await alerts.close()
  await store.close()
  rmSync(directory, { recursive: true })
  return { oneMs: oneMs.sort((a, b) => a - b), allMs }
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await sleep(1)
}
