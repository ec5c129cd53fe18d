import * as t from 'typebox'
import { Int, orNull } from './wire.ts'

const StateChange = t.Object({
  address: t.String(),
  key: t.String({ description: 'Storage slot' }),
  before: t.String(),
  after: t.String(),
})

/** What a bundle did in a simulation before it was sent. */
export const Simulation = t.Object({
  success: t.Boolean(),
  coinbase_diff: t.String({ description: 'wei that the builder receives' }),
  gas_used: Int,
  state_changes: orNull(t.Array(StateChange, { description: 'Null where the provider cannot trace calls' })),
})

/** What relays have answered. */
export const Submissions = t.Array(
  t.Object({
    relay: t.String(),
    block_number: Int,
    outcome: t.Enum(['accepted', 'refused', 'unreachable', 'uncertain', 'sending', 'unfit'], {
      description: 'uncertain: sent, and no answer came; unfit: not sent, the relay cannot do what was asked',
    }),
    message: orNull(t.String()),
    latency_ms: orNull(t.Integer({ minimum: 0 })),
  }),
)
