import * as t from 'typebox'
import { DexId, Ether, GasPrice, TxType } from './mempool.ts'
import { named, record } from './record.ts'
import { toHex } from './wire.ts'

/** Maximum number of values in one list of a filter. */
export const maxFilterValues = 1000

const ListOf = <schema extends t.TSchema>(item: schema, description: string) =>
  t.Optional(t.Array(item, { maxItems: maxFilterValues, description }))

/** `filter` of a subscription to the mempool. All given conditions must match. An empty list is no condition. */
export const MempoolStreamFilter = record(
  {
    types: named('tx_types', ListOf(TxType, 'Transaction types to include')),
    /** Minimum value, in wei. The wire sends it in ETH, rounded to 15 digits. */
    minValue: named('min_value_eth', t.Optional(Ether)),
    /** Minimum for the maximum price per gas, in wei. */
    minGasPrice: named('min_gas_price_gwei', t.Optional(GasPrice)),
    maxGasPrice: named('max_gas_price_gwei', t.Optional(GasPrice)),
    /** Ids of DEX protocols. */
    dexes: named('dex_protocols', ListOf(DexId, 'DEX protocols of the swaps to include')),
    /** Sender or recipient. */
    addresses: ListOf(toHex({ pattern: '^0x[\\da-fA-F]{40}$' }), 'Sender or recipient'),
    onlyMev: named('include_mev', t.Optional(t.Boolean({ description: 'Only transactions with an MEV opportunity' }))),
  },
  { additionalProperties: false },
)

export type MempoolStreamFilter = t.Static<typeof MempoolStreamFilter>
