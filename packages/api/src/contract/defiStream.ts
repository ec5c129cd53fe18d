import * as t from 'typebox'
import { LendingId } from './defi.ts'
import { LeastUsd } from './lendingShapes.ts'
import { record } from './record.ts'

/** `filter` of a subscription to liquidations. All given conditions must match. An empty list is no condition. */
export const LiquidationStreamFilter = record(
  {
    /** @default every opportunity */
    minProfitUsd: t.Optional(LeastUsd),
    /** Ids of lending protocols. @default all protocols of the chain */
    protocols: t.Optional(
      t.Array(LendingId, { maxItems: 100, description: 'Lending protocols. Default: all protocols of the chain' }),
    ),
    /** Whether to include positions that become liquidatable through a pending price update. @default false */
    includePending: t.Optional(
      t.Boolean({
        default: false,
        description:
          'Also include positions that become liquidatable through a pending price update. They carry `pending_transaction`',
      }),
    ),
  },
  { additionalProperties: false },
)

export type LiquidationStreamFilter = t.Static<typeof LiquidationStreamFilter>
