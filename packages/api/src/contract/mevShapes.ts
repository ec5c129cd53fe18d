import * as t from 'typebox'
import { named, record } from './record.ts'
import { Bigint, Int, orNull, toAmount } from './wire.ts'

const StateChange = t.Object({
  address: t.String(),
  key: t.String({ description: 'Storage slot' }),
  before: t.String(),
  after: t.String(),
})

export const StateChanges = orNull(
  t.Array(StateChange, { description: 'Changed storage slots; null if the provider cannot trace calls' }),
)

/** Result of the simulation of a bundle before it was sent. */
export const Simulation = record({
  success: t.Boolean(),
  coinbaseDiff: toAmount({ description: 'wei that the builder receives' }),
  gasUsed: Bigint,
  stateChanges: StateChanges,
})

/** Responses of the relays. */
export const Submissions = t.Array(
  record({
    relay: t.String(),
    block: named('block_number', Int),
    outcome: t.Enum(['accepted', 'refused', 'unreachable', 'uncertain', 'sending', 'unfit'], {
      description:
        'uncertain: sent, but the relay did not respond. unfit: not sent, because the relay lacks a requested feature',
    }),
    message: orNull(t.String()),
    latencyMs: orNull(t.Integer({ minimum: 0 })),
  }),
)
