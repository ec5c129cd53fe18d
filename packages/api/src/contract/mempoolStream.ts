import * as t from 'typebox'
import { DexId, Ether, GasPrice, TxType } from './mempool.ts'

/** Most values in one list of a filter. */
export const maxFilterValues = 1000

const ListOf = <schema extends t.TSchema>(item: schema, description: string) =>
  t.Optional(t.Array(item, { maxItems: maxFilterValues, description }))

/** `filter` of a subscription to the mempool. Every condition given must hold; an empty list is none. */
export const MempoolStreamFilter = t.Object(
  {
    tx_types: ListOf(TxType, 'Types to include'),
    min_value_eth: t.Optional(Ether),
    min_gas_price_gwei: t.Optional(GasPrice),
    max_gas_price_gwei: t.Optional(GasPrice),
    dex_protocols: ListOf(DexId, 'Protocols of swaps'),
    addresses: ListOf(t.String({ pattern: '^0x[\\da-fA-F]{40}$' }), 'Sender or recipient'),
    include_mev: t.Optional(t.Boolean({ description: 'Only transactions with an MEV opportunity' })),
  },
  { additionalProperties: false },
)

export type MempoolStreamFilter = t.Static<typeof MempoolStreamFilter>
