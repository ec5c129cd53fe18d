import { statfs } from 'node:fs/promises'
import { freemem, totalmem } from 'node:os'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Reading } from '@outrigger/alerts'
import type { Clock, PoolReport, Unwatch } from '@outrigger/core'
import type { MarketSourceReport } from '@outrigger/defi/market'
import type { Component } from './component.ts'
import { toMarketComponent } from './marketMetrics.ts'
import type { Metrics } from './metrics.ts'
import type { RequestCounts } from './requestCounts.ts'
import { createRequestWindow } from './requestWindow.ts'
import type { StoreCounts } from './storeCounts.ts'

type Pool = {
  report(): PoolReport
  on(event: 'status', listener: () => void): Unwatch
}

type Parts = {
  readonly metrics: Metrics
  readonly pools: readonly Pool[]
  readonly requests: RequestCounts
  readonly store: StoreCounts
  /** A path on the disk that stores the data. */
  readonly diskPath: string
  readonly clock: Clock
  /** Sources of market figures. Empty if no source is configured. */
  readonly marketSources: () => readonly MarketSourceReport[]
  /** Counts the notifications that were given up. */
  countDeadLetters(): Promise<number>
}

/** The node's measurements of itself. */
export type NodeFigures = {
  /** Reports the value of a figure every five seconds and when an endpoint changes its state. Skips unknown values. */
  watch(metric: string, tell: (reading: Reading) => void): Unwatch
  /** Returns the parts of the node by name. */
  components(): Readonly<Record<string, Component>>
  /** Returns the mean of the components, 0 to 1: healthy 1, degraded 0.5, unavailable 0. */
  healthScore(): number
  /** Returns the share of the last minute's REST answers within 250 ms, or 1 without any answers. */
  performanceFactor(): number
  close(): void
}

const everyMs = 5_000
const loopStepMs = 20
const scores = { healthy: 1, degraded: 0.5, unavailable: 0 } as const
const promptSeconds = 0.25
const lagMs = { degraded: 100, unavailable: 1000 } as const

export function createNodeFigures(parts: Parts): NodeFigures {
  const { pools, clock } = parts
  const window = createRequestWindow(parts.requests)
  const loop = monitorEventLoopDelay({ resolution: loopStepMs })
  loop.enable()
  let loopMs = 0
  let isClosed = false
  let disk: number | undefined
  let deadLetters = 0
  const listeners = new Map<string, Set<(reading: Reading) => void>>()
  addProcessMetrics(parts.metrics, () => loopMs)

  const components = (): Record<string, Component> => ({
    ...Object.fromEntries(pools.map((pool) => [`providers_${pool.report().chain}`, toPoolComponent(pool.report())])),
    ...toMarketComponent(parts.marketSources()),
    store: parts.store.component(),
    rest: toRestComponent(window.minute()),
    event_loop: { status: toLagStatus(loopMs), lag_ms: loopMs },
  })
  const healthScore = () => {
    const all = Object.values(components())
    return all.reduce((sum, { status }) => sum + scores[status], 0) / all.length
  }
  const performanceFactor = () => toPerformanceFactor(window.minute())
  const read = () => ({
    ...toRequestFigures(window.minute()),
    ...toEndpointFigures(pools),
    overall_health_score: healthScore(),
    chain_outages: pools.filter((pool) => pool.report().outage !== null).length,
    performance_factor: performanceFactor(),
    disk_used_percent: disk,
    memory_used_percent: 100 * (1 - freemem() / totalmem()),
    rss_mb: process.memoryUsage.rss() / 1e6,
    event_loop_lag_ms: loopMs,
    store_errors: parts.store.errorsOfMinute(),
    dead_letters: deadLetters,
  })
  function tellAll(): void {
    if (listeners.size === 0) return
    const values: Figures = read()
    const atMs = clock.now()
    for (const [metric, tells] of listeners) {
      const value = values[metric]
      if (value !== undefined) for (const tell of tells) tell({ value, atMs })
    }
  }
  async function tick(): Promise<void> {
    window.move()
    parts.store.move()
    loopMs = Math.max(0, loop.percentile(99) / 1e6 - loopStepMs)
    loop.reset()
    disk = await readDisk(parts.diskPath)
    deadLetters = await parts.countDeadLetters().catch(() => deadLetters)
    if (isClosed) return
    tellAll()
  }
  void tick()
  const timer = setInterval(() => void tick(), everyMs)
  const unwatch = pools.map((pool) => pool.on('status', tellAll))

  return {
    watch(metric, tell) {
      const tells = listeners.get(metric) ?? new Set()
      listeners.set(metric, tells.add(tell))
      const value = (read() as Figures)[metric]
      if (value !== undefined) tell({ value, atMs: clock.now() })
      return () => {
        tells.delete(tell)
        if (tells.size === 0) listeners.delete(metric)
      }
    },
    components,
    healthScore,
    performanceFactor,
    close() {
      isClosed = true
      clearInterval(timer)
      loop.disable()
      for (const stop of unwatch) stop()
    },
  }
}

function addProcessMetrics(metrics: Metrics, readLoopMs: () => number): void {
  metrics.addGauge({
    name: 'outrigger_resident_memory_bytes',
    help: 'Resident memory of the process',
    read: () => [{ labels: {}, value: process.memoryUsage.rss() }],
  })
  metrics.addGauge({
    name: 'outrigger_event_loop_lag_seconds',
    help: '99th percentile of the event loop lag, over five seconds',
    read: () => [{ labels: {}, value: readLoopMs() / 1000 }],
  })
}

type Minute = ReturnType<ReturnType<typeof createRequestWindow>['minute']>
type Figures = Readonly<Record<string, number | undefined>>

const toPerformanceFactor = ({ count, within }: Minute): number => (count === 0 ? 1 : within(promptSeconds) / count)

function toRequestFigures({ count, failed, quantileMs, averageMs }: Minute): Figures {
  return {
    p95_response_time_ms: quantileMs(0.95),
    p99_response_time_ms: quantileMs(0.99),
    avg_response_time_ms: averageMs,
    error_percent: count === 0 ? undefined : (100 * failed) / count,
  }
}

function toEndpointFigures(pools: readonly Pool[]): Figures {
  const endpoints = pools.flatMap((pool) => pool.report().endpoints)
  return {
    provider_latency_ms: mean(endpoints.flatMap(({ latencyMs }) => latencyMs ?? [])),
    provider_success_percent: mean(
      endpoints.flatMap(({ successRate }) => (successRate === null ? [] : successRate * 100)),
    ),
    endpoints_behind: endpoints.filter(({ reason }) => reason?.includes('behind')).length,
  }
}

const mean = (values: readonly number[]): number | undefined =>
  values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length

function toPoolComponent({ status, endpoints }: PoolReport): Component {
  const latencies = endpoints.flatMap(({ latencyMs }) => latencyMs ?? [])
  const latency = mean(latencies)
  const healthy = endpoints.filter((endpoint) => endpoint.status === 'healthy').length
  return {
    status,
    endpoints: endpoints.length,
    healthy_endpoints: healthy,
    ...(latency !== undefined && { latency_ms: latency }),
  }
}

function toRestComponent({ count, failed, seconds, averageMs }: Minute): Component {
  const share = count === 0 ? 0 : failed / count
  const status = share >= 0.5 ? 'unavailable' : share >= 0.05 ? 'degraded' : 'healthy'
  return {
    status,
    queries_per_sec: seconds === 0 ? 0 : count / seconds,
    ...(averageMs !== undefined && { latency_ms: averageMs }),
  }
}

const toLagStatus = (ms: number) =>
  ms >= lagMs.unavailable ? 'unavailable' : ms >= lagMs.degraded ? 'degraded' : 'healthy'

async function readDisk(path: string): Promise<number | undefined> {
  try {
    const { blocks, bavail } = await statfs(path)
    return 100 * (1 - bavail / blocks)
  } catch {
    return undefined
  }
}
