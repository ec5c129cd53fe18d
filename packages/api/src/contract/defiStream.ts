import * as t from 'typebox'
import { LendingId } from './defi.ts'
import { LeastUsd } from './lendingShapes.ts'
import { record } from './record.ts'

/** `filter` of a subscription to liquidations. Every condition given must hold; an empty list is none. */
export const LiquidationStreamFilter = record(
  {
    /** @default every opportunity */
    minProfitUsd: t.Optional(LeastUsd),
    /** Ids of lending protocols. @default all of the chain */
    protocols: t.Optional(t.Array(LendingId, { maxItems: 100, description: 'Protocols of the chain' })),
    /** Also those that a pending price update has yet to make. @default false */
    includePending: t.Optional(
      t.Boolean({
        default: false,
        description: 'Also liquidations that a pending price update would enable, with `pending_transaction`',
      }),
    ),
  },
  { additionalProperties: false },
)

export type LiquidationStreamFilter = t.Static<typeof LiquidationStreamFilter>
