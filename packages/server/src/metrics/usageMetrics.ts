import type { CallTotal } from '../gateway/callMeter.ts'
import type { Metrics } from './metrics.ts'

/** Calls through the gateway, of all keys together: no key is named. */
export function addUsageMetrics(metrics: Metrics, meter: { totals(): readonly CallTotal[] }): void {
  const labels = ['chain', 'class', 'outcome', 'cache']
  const read = (field: 'count' | 'cu') => () =>
    meter.totals().map(({ call: { cached, ...call }, ...total }) => ({
      labels: { ...call, cache: cached ? 'hit' : 'miss' },
      value: total[field],
    }))
  metrics.addCounter({
    name: 'outrigger_gateway_calls_total',
    help: 'Calls through the gateway',
    labels,
    read: read('count'),
  })
  metrics.addCounter({
    name: 'outrigger_gateway_compute_units_total',
    help: 'Compute units metered',
    labels,
    read: read('cu'),
  })
}
