import type { Delivery, Notice } from './delivery.ts'

/** Builds the webhook body that the API contract defines. */
export function toStandardBody({ alertId, notice, trigger }: Delivery) {
  const { name, type, threshold, condition, metric, symbol, chainId, value, atMs, block } = notice
  return {
    event: trigger === null ? 'alert_test' : 'alert_triggered',
    alert: { id: alertId, name, alert_type: type, threshold, condition, metric, ...(symbol !== null && { symbol }) },
    current_value: value,
    triggered_at: new Date(atMs).toISOString(),
    ...(chainId !== null && { chain_id: chainId }),
    ...(block !== undefined && { block_number: block }),
  }
}

/** Describes a notification in one line. */
export function toText({ notice, trigger }: Delivery): string {
  const { name, value, threshold, condition, atMs } = notice
  const test = trigger === null ? 'Test: ' : ''
  return `${test}${name}: ${toFigure(notice)} is ${value}, ${condition} ${threshold} (${new Date(atMs).toISOString()})`
}

function toFigure({ type, metric, chain, symbol }: Notice): string {
  const figure = metric.replaceAll('_', ' ')
  if (type === 'gas') return `gas ${figure} on ${chain} in gwei`
  if (type === 'price') return `price of ${symbol} on ${chain} in ${figure}`
  return figure
}
