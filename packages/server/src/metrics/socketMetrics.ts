import type { Metrics } from './metrics.ts'

/** Adds metrics of the gateway's open WebSockets, by chain. */
export function addGatewaySockets(
  metrics: Metrics,
  chains: readonly string[],
  countOn: (chain: string) => number,
): void {
  metrics.addGauge({
    name: 'outrigger_gateway_sockets',
    help: 'WebSockets open',
    labels: ['chain'],
    read: () => chains.map((chain) => ({ labels: { chain }, value: countOn(chain) })),
  })
}

type StreamCounts = {
  /** Names of the streams. */
  readonly names: readonly string[]
  countSockets(name: string): number
  /** Totals since startup. */
  readonly events: { readonly events: number; readonly dropped: number }
}

/** Adds metrics of the streams' WebSockets and events. */
export function addStreamMetrics(metrics: Metrics, { names, countSockets, events }: StreamCounts): void {
  metrics.addGauge({
    name: 'outrigger_stream_sockets',
    help: 'WebSockets open, by stream',
    labels: ['stream'],
    read: () => names.map((stream) => ({ labels: { stream }, value: countSockets(stream) })),
  })
  metrics.addCounter({
    name: 'outrigger_stream_events_total',
    help: 'Events for subscribers',
    read: () => [{ labels: {}, value: events.events }],
  })
  metrics.addCounter({
    name: 'outrigger_stream_dropped_total',
    help: 'Events their readers were too slow for',
    read: () => [{ labels: {}, value: events.dropped }],
  })
}
