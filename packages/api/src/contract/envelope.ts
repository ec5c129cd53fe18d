import * as t from 'typebox'
import { record } from './record.ts'
import { Int } from './wire.ts'

const AsOf = t.Object(
  {
    block: Int,
    hash: t.Union([t.String(), t.Null()], { description: 'Block hash; null if no provider returns it' }),
    age_ms: t.Integer({ minimum: 0, description: 'Age of the block by its timestamp, in ms' }),
    finality: t.Enum(['included', 'safe', 'final'], {
      description:
        'included: can still be replaced by a reorg. safe, final: by the tags safe and finalized of the chain',
    }),
    source: t.String({ description: 'Names of the endpoints that returned the data' }),
  },
  { description: 'Block of the data' },
)

const Metadata = t.Object({
  chain: t.Optional(t.String()),
  cached: t.Boolean({ description: 'True if the data comes from the cache' }),
  cache_ttl: t.Integer({ minimum: 0, description: 'Seconds until the cached data expires' }),
  response_time_ms: t.Integer({ minimum: 0, description: 'Time that the node needed, ms' }),
  as_of: t.Optional(AsOf),
})

/** Wraps a response in the envelope of the unified paths. */
export const toEnvelope = <data extends t.TSchema>(data: data) =>
  record({ success: t.Literal(true), data, metadata: Metadata })
