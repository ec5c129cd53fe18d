import type { ChainLog, Head, ProviderPool } from '@outrigger/core'
import { type Hex, hexToBigInt, isHex } from 'viem'
import { isLog } from './checkedLogs.ts'

type Receipt = {
  readonly blockHash: Hex
  readonly transactionIndex: Hex
  readonly cumulativeGasUsed: Hex
  readonly logs: readonly ChainLog[]
}

/**
 * The logs of a block with one of these events, in the chain's order, out of the block's receipts: one
 * `eth_getBlockReceipts`. A mempool watcher of the same provider pool makes the same call, and the pool answers both with one
 * request.
 *
 * @returns null where no provider gives the receipts, or not all of them: then the logs have to be asked for
 */
export async function readReceiptLogs(
  pool: Pick<ProviderPool, 'send'>,
  { hash, provider, header }: Head,
  topics: readonly Hex[],
  signal: AbortSignal,
): Promise<readonly ChainLog[] | null> {
  const request = { method: 'eth_getBlockReceipts', params: [hash] }
  try {
    const { result } = await pool.send<readonly Receipt[] | null>(request, { signal, prefer: provider })
    if (!isWhole(result, hash, header['gasUsed'])) return null
    const asked = new Set<Hex | undefined>(topics)
    const logs = result.flatMap((receipt) => receipt.logs.filter((log) => asked.has(log.topics[0])))
    return logs.every(isLog) ? logs : null
  } catch (error) {
    if (signal.aborted) throw error
    return null
  }
}

/**
 * Whether these are all receipts of a block with all their logs: each transaction and each log has the number after the one
 * before, and the last receipt counts the gas that the header says was used (yellow paper, section 4.3.1).
 */
function isWhole(receipts: readonly Receipt[] | null, hash: Hex, gasUsed: unknown): receipts is readonly Receipt[] {
  if (!Array.isArray(receipts) || !isHex(gasUsed)) return false
  let nextLog = 0
  const isNextLog = (log: ChainLog | null) =>
    log?.blockHash === hash && Array.isArray(log.topics) && Number(log.logIndex) === nextLog++
  const isNext = (receipt: Receipt | null, index: number) =>
    receipt?.blockHash === hash &&
    Number(receipt.transactionIndex) === index &&
    Array.isArray(receipt.logs) &&
    receipt.logs.every(isNextLog)
  if (!receipts.every(isNext)) return false
  const counted = receipts.at(-1)?.cumulativeGasUsed ?? '0x0'
  return isHex(counted) && hexToBigInt(counted) === hexToBigInt(gasUsed)
}
