import { contract } from '../../contract/contract.ts'
import type { PendingTransaction } from '../../contract/mempool.ts'
import type { Reading } from '../../contract/record.ts'
import { encode } from '../../contract/record.ts'
import type { MempoolParameters } from '../../outrigger/outrigger.ts'
import type { MempoolReading, MempoolStatsReading, PendingReading } from '../../outrigger/readings.ts'
import type { Reader } from './reader.ts'

export async function readMempool(read: Reader, chain: string, parameters: MempoolParameters): Promise<MempoolReading> {
  const query = encode(contract.mempoolPending.query, parameters)
  const { transactions, asOfMs } = await read('mempoolPending', { chain, ...query })
  return { chain, transactions: transactions.map((one) => toPendingReading(chain, one)), asOfMs }
}

export function toPendingReading(chain: string, pending: Reading<typeof PendingTransaction>): PendingReading {
  const { type, swap, mev, priorityScore, firstSeenMs, ...transaction } = pending
  const shared = { chain, transaction, priorityScore, firstSeenMs, mev }
  if (swap === null) return { ...shared, classification: { type, swap }, symbols: [] }
  const { symbols, ...rest } = swap
  return { ...shared, classification: { type, swap: rest }, symbols }
}

export async function readMempoolStats(read: Reader, chain: string): Promise<MempoolStatsReading> {
  const { pendingCount, counts, gasPrice, totalValue } = await read('mempoolStats', { chain })
  return { pendingCount, counts, gasPrice: pendingCount === 0 ? null : gasPrice, totalValue }
}
