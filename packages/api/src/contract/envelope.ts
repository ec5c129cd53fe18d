import * as t from 'typebox'
import { record } from './record.ts'
import { Int } from './wire.ts'

const AsOf = t.Object(
  {
    block: Int,
    hash: t.Union([t.String(), t.Null()], { description: 'Null where nobody gives it' }),
    age_ms: t.Integer({ minimum: 0, description: "Since the block's own time" }),
    finality: t.Enum(['included', 'safe', 'final'], {
      description: 'included: may still be replaced; safe, final: by the tags safe and finalized of the chain',
    }),
    source: t.String({ description: 'Names of the endpoints that answered' }),
  },
  { description: 'The block the answer is of' },
)

const Metadata = t.Object({
  chain: t.Optional(t.String()),
  cached: t.Boolean(),
  cache_ttl: Int,
  response_time_ms: Int,
  as_of: t.Optional(AsOf),
})

/** The envelope of the unified pattern. */
export const toEnvelope = <data extends t.TSchema>(data: data) =>
  record({ success: t.Literal(true), data, metadata: Metadata })
