import { isUnanswered } from '../../isUnanswered.ts'
import type { CoreOutput, CoreTransaction, FindPrevout } from '../fromCore.ts'
import { fromRawTransaction } from '../fromRaw.ts'
import { parallelCalls } from './source.ts'

type Call = <result>(method: string, ...params: readonly unknown[]) => Promise<result | null>

/**
 * Reads the outputs that the inputs of some transactions spend. These outputs belong to earlier transactions, which
 * nodes with `-txindex` can return. Outputs that are printed together with the inputs are not read. Outputs that no
 * node returns stay unknown.
 */
export async function readPrevouts(call: Call, transactions: readonly CoreTransaction[]): Promise<FindPrevout> {
  const known = new Map(transactions.map(({ txid, vout }) => [txid, vout]))
  const missing = new Set(
    transactions.flatMap(({ vin }) =>
      vin.flatMap(({ txid, prevout }) => (txid === undefined || prevout || known.has(txid) ? [] : txid)),
    ),
  )
  const queue = [...missing]
  while (queue.length > 0) {
    const read = await Promise.all(queue.splice(0, parallelCalls).map((txid) => readOutputs(call, txid)))
    for (const [txid, outputs] of read) if (outputs !== null) known.set(txid, outputs)
    // If all reads fail, the node has no index.
    if (read.every(([, outputs]) => outputs === null)) break
  }
  return ({ txid = '', vout }) => known.get(txid)?.find(({ n }) => n === vout)
}

async function readOutputs(call: Call, txid: string): Promise<readonly [string, readonly CoreOutput[] | null]> {
  try {
    const found = await call<CoreTransaction | string>('getrawtransaction', txid, 1)
    return [txid, (typeof found === 'string' ? fromRawTransaction(found) : found)?.vout ?? null]
  } catch (error) {
    if (isUnanswered(error)) return [txid, null]
    throw error
  }
}
