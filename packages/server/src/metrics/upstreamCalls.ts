import { latencyBounds, type PoolReport } from '@outrigger/core'

/**
 * Calls to providers and answers of pools in Prometheus text format, from what the pools have counted themselves: a
 * counter fed by an event per call would cost more than the counting.
 */
export function renderCalls(reports: readonly PoolReport[]): string {
  const calls = metric('outrigger_upstream_calls_total', 'counter', 'Calls to providers by how they ended')
  const hedges = metric('outrigger_upstream_hedges_total', 'counter', 'Calls to providers beside a late one')
  const durations = metric('outrigger_upstream_call_duration_seconds', 'histogram', 'Duration of calls to providers')
  const answers = metric('outrigger_pool_answers_total', 'counter', 'Requests answered, by how')
  for (const { chain, endpoints, answers: given } of reports) {
    for (const how of ['cached', 'hedged', 'other'] as const) answers.add(`chain="${chain}",how="${how}"`, given[how])
    for (const { name, tally } of endpoints) {
      const labels = `chain="${chain}",endpoint="${name}"`
      for (const outcome of ['ok', 'answerError', 'failed'] as const)
        calls.add(`${labels},outcome="${outcome}"`, tally[outcome])
      hedges.add(labels, tally.hedges)
      let below = 0
      for (const [index, bound] of latencyBounds.entries()) {
        below += tally.byLatency[index] ?? 0
        durations.add(`${labels},le="${bound}"`, below, '_bucket')
      }
      const total = tally.byLatency.reduce((sum, calls) => sum + calls, 0)
      durations.add(`${labels},le="+Inf"`, total, '_bucket')
      durations.add(labels, tally.seconds, '_sum')
      durations.add(labels, total, '_count')
    }
  }
  return `${[calls, hedges, durations, answers].flatMap(({ lines }) => lines).join('\n')}\n`
}

function metric(name: string, type: string, help: string) {
  const lines = [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`]
  const add = (labels: string, value: number, suffix = '') => void lines.push(`${name}${suffix}{${labels}} ${value}`)
  return { lines, add }
}
