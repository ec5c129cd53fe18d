import { InvalidTransactionError, parseRawTransaction, type RecordedBlock } from '@outrigger/mempool'
import type { Hex } from 'viem'

type Row = Readonly<Record<string, unknown>>
export type RecordedTransaction = RecordedBlock['transactions'][number]

/** The columns of `export transactions` (and of cryo), and the fields of JSON-RPC that they contain. */
const columns = {
  transaction_hash: 'hash',
  from_address: 'from',
  to_address: 'to',
  value_string: 'value',
  gas_limit: 'gas',
  gas_price: 'gasPrice',
  max_fee_per_gas: 'maxFeePerGas',
  max_priority_fee_per_gas: 'maxPriorityFeePerGas',
} as const

/** Returns the fields of a line. Null if it is not a JSON object. */
export function toRow(text: string): Row | null {
  try {
    const row: unknown = JSON.parse(text)
    return typeof row === 'object' && row !== null ? (row as Row) : null
  } catch {
    return null
  }
}

/**
 * Returns a recorded transaction in JSON-RPC form, with the other fields of its row. A row has the fields of JSON-RPC, the columns of
 * `export transactions`, or the signed bytes (`raw_tx` or `rawTx`, as of Mempool Dumpster). Null if it is none of these.
 */
export function toRecordedTransaction(row: Row): RecordedTransaction | null {
  const raw = row['raw_tx'] ?? row['rawTx']
  if (typeof raw === 'string') return toSigned(row, raw)
  const named = 'transaction_hash' in row ? toNamed(row) : row
  const { hash, from } = named as Row
  if (typeof hash !== 'string' || typeof from !== 'string') return null
  // Some recorders write their own kind of row into `type`.
  const { type, ...rest } = named
  const isQuantity = typeof type === 'string' && type.startsWith('0x')
  const price = { gasPrice: row['effective_gas_price'] }
  return { ...price, ...rest, ...(isQuantity && { type }), hash: hash as Hex }
}

function toSigned(row: Row, raw: string): RecordedTransaction | null {
  try {
    const { authorizations, ...fields } = parseRawTransaction((raw.startsWith('0x') ? raw : `0x${raw}`) as Hex)
    const quantities = Object.entries(fields).map(([name, value]) => [name, toText(value)])
    return {
      ...toPlace(row),
      ...Object.fromEntries(quantities),
      ...(authorizations && { authorizationList: authorizations.map(toTexts) }),
    }
  } catch (error) {
    if (error instanceof InvalidTransactionError) return null
    throw error
  }
}

const toText = (value: unknown) => (typeof value === 'bigint' || typeof value === 'number' ? String(value) : value)
const toTexts = (fields: object) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, toText(value)]))

/** Keeps the block and the time of a row. */
function toPlace(row: Row): Row {
  const names = ['blockNumber', 'block_number', 'block_time', 'blockTimestamp', 'timestamp_ms']
  return Object.fromEntries(names.flatMap((name) => (name in row ? [[name, row[name]]] : [])))
}

function toNamed(row: Row): Row {
  const type = row['transaction_type']
  return {
    ...Object.fromEntries(
      Object.entries(row).map(([name, value]) => [columns[name as keyof typeof columns] ?? name, value]),
    ),
    ...(typeof type === 'number' && { type: `0x${type.toString(16)}` }),
  }
}
