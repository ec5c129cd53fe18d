import type { CallTotal } from '../access/ledger/callMeter.ts'
import type { Metrics } from './metrics.ts'

/** Adds metrics of calls through the gateway, summed over all keys so that no key appears. */
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
