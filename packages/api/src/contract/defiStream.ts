import * as t from 'typebox'
import { LendingId } from './defi.ts'
import { LeastUsd } from './lendingShapes.ts'

/** `filter` of a subscription to liquidations. Every condition given must hold; an empty list is none. */
export const LiquidationStreamFilter = t.Object(
  {
    min_profit_usd: t.Optional(LeastUsd),
    protocols: t.Optional(t.Array(LendingId, { maxItems: 100, description: 'Protocols of the chain' })),
    include_pending: t.Optional(
      t.Boolean({
        default: false,
        description:
          'Also those that do not exist yet and a pending price update will make, with `pending_transaction`',
      }),
    ),
  },
  { additionalProperties: false },
)

export type LiquidationStreamFilter = t.Static<typeof LiquidationStreamFilter>
