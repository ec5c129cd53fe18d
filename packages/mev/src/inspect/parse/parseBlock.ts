import type { MinedBlock, MinedLog, MinedTransaction, SkippedTransaction } from '../minedBlock.ts'
import { parseCalls } from './parseCalls.ts'
import { field, isRecord, type Json, toAddress, toBytes, toHash, toQuantity } from './values.ts'

/**
 * Parses a block from JSON-RPC results: `{ block, transactions: [{ tx, receipt, traces? }] }`. `block` is a number, a hex
 * string or a header. `tx` and `receipt` are results of `eth_getTransactionByHash` and `eth_getTransactionReceipt`. `traces`
 * has Parity's or `callTracer`'s format. Returns null if the input is not a block. Transactions that cannot be parsed are
 * listed in `skipped`.
 *
 * @example
 * const block = parseBlock(JSON.parse(line))
 * if (block !== null) inspectTransactions(block)
 */
export function parseBlock(row: unknown): MinedBlock | null {
  if (!isRecord(row) || !Array.isArray(row['transactions'])) return null
  const header = row['block']
  const number = toQuantity(isRecord(header) ? header['number'] : header)
  if (number === null) return null
  const transactions: MinedTransaction[] = []
  const skipped: SkippedTransaction[] = []
  row['transactions'].forEach((entry: unknown, index) => {
    const read = parseTransaction(entry, index)
    if ('reason' in read) skipped.push(read)
    else transactions.push(read)
  })
  transactions.sort((a, b) => a.index - b.index)
  const coinbase = isRecord(header) ? toAddress(field(header, 'miner', 'author')) : null
  const timestamp = isRecord(header) ? toQuantity(header['timestamp']) : null
  return { number, timestamp, coinbase, transactions, skipped }
}

function parseTransaction(entry: unknown, place: number): MinedTransaction | SkippedTransaction {
  const row: Json = isRecord(entry) ? entry : {}
  const tx: Json = isRecord(row['tx']) ? row['tx'] : {}
  const receipt: Json = isRecord(row['receipt']) ? row['receipt'] : {}
  const hash = toHash(tx['hash']) ?? toHash(field(receipt, 'transactionHash', 'transaction_hash'))
  if (hash === null) return { hash, index: place, reason: 'It has no hash.' }
  if (!isRecord(row['receipt'])) return { hash, index: place, reason: 'It has no receipt.' }
  const trace = parseCalls(row['traces'] ?? row['trace'])
  const root = trace?.root ?? null
  const from = toAddress(tx['from']) ?? toAddress(receipt['from']) ?? root?.from ?? null
  const logs = parseLogs(receipt['logs'])
  if (logs === null) return { hash, index: place, reason: 'Its logs cannot be read.' }
  const succeeded = toSuccess(receipt['status'], trace?.reverted ?? null)
  if (from === null) return { hash, index: place, reason: 'It has no sender.' }
  const index =
    toQuantity(field(receipt, 'transactionIndex', 'transaction_index')) ??
    toQuantity(field(tx, 'transactionIndex', 'transaction_index'))
  return {
    hash,
    index: index === null ? place : Number(index),
    from,
    to: toAddress(tx['to']) ?? toAddress(receipt['to']) ?? (root?.kind === 'call' ? root.to : null),
    value: toQuantity(tx['value']) ?? root?.value ?? 0n,
    succeeded,
    gasUsed: toQuantity(field(receipt, 'gasUsed', 'gas_used')) ?? 0n,
    effectiveGasPrice:
      toQuantity(field(receipt, 'effectiveGasPrice', 'effective_gas_price')) ??
      toQuantity(field(tx, 'gasPrice', 'gas_price')),
    logs,
    calls: trace?.calls ?? null,
  }
}

/**
 * Returns true if a transaction succeeded. Receipts before Byzantium have no status (EIP-658), so the trace decides.
 */
function toSuccess(status: unknown, reverted: boolean | null): boolean {
  if (status === true || status === 'success') return true
  if (status === false || status === 'reverted') return false
  const code = toQuantity(status)
  return code === null ? reverted !== true : code !== 0n
}

/** Returns null if an element is not a log. */
function parseLogs(value: unknown): readonly MinedLog[] | null {
  if (value === undefined || value === null) return []
  if (!Array.isArray(value)) return null
  const logs: MinedLog[] = []
  for (const row of value) {
    if (!isRecord(row)) return null
    const address = toAddress(row['address'])
    const topics = row['topics']
    if (address === null || !Array.isArray(topics)) return null
    logs.push({ address, topics: topics.map(toBytes), data: toBytes(row['data']) })
  }
  return logs
}
