import type { ApiKey } from '@outrigger/server'
import type { readUsage } from '@outrigger/server/internal'
import { column, defineRows, type Table } from './schema.ts'

/** Requests of API keys. */
export const usage = defineRows({
  name: 'usage',
  version: 1,
  description: 'Requests of API keys: one row per key, day, chain and method.',
  time: 'day',
  columns: {
    key_id: column('string', 'Id of the key, which is not secret'),
    key_name: column('string', 'Its name'),
    tier: column('string', 'Its tier'),
    day: column('timestamp', 'UTC day'),
    chain: column('string', 'Chain'),
    method: column('string', 'Method or endpoint'),
    requests: column('int64', 'Requests'),
    cu: column('int64', 'Compute units'),
    trace_cu: column('int64', 'Compute units of the trace pool'),
  },
})

type UsageRows = Awaited<ReturnType<typeof readUsage>>

export const toUsageRows = ({ id, name, tier }: ApiKey, rows: UsageRows): Table =>
  usage.of(
    rows.map(({ day, chain, method, requests, cu, traceCu }) => ({
      key_id: id,
      key_name: name,
      tier,
      day: Date.parse(day),
      chain,
      method,
      requests,
      cu,
      trace_cu: traceCu,
    })),
  )
