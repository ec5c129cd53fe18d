import * as t from 'typebox'
import { named, record } from './record.ts'
import { Bigint, Int, orNull, toAmount } from './wire.ts'

const StateChange = t.Object({
  address: t.String(),
  key: t.String({ description: 'Storage slot' }),
  before: t.String(),
  after: t.String(),
})

export const StateChanges = orNull(t.Array(StateChange, { description: 'Null where the provider cannot trace calls' }))

/** What a bundle did in a simulation before it was sent. */
export const Simulation = record({
  success: t.Boolean(),
  coinbaseDiff: toAmount({ description: 'wei that the builder receives' }),
  gasUsed: Bigint,
  stateChanges: StateChanges,
})

/** What relays have answered. */
export const Submissions = t.Array(
  record({
    relay: t.String(),
    block: named('block_number', Int),
    outcome: t.Enum(['accepted', 'refused', 'unreachable', 'uncertain', 'sending', 'unfit'], {
      description: 'uncertain: sent, and no answer came; unfit: not sent, the relay cannot do what was asked',
    }),
    message: orNull(t.String()),
    latencyMs: orNull(t.Integer({ minimum: 0 })),
  }),
)
