import { type ChainLog, type Head, type ProviderPool, sleep } from '@outrigger/core'
import { computeBloom } from '@outrigger/core/internal'
import { type Hex, hexToBigInt, isHex } from 'viem'
import { isLog } from './checkedLogs.ts'

type Receipt = {
  readonly blockHash: Hex
  readonly transactionIndex: Hex
  readonly cumulativeGasUsed: Hex
  readonly logsBloom?: Hex | null
  readonly logs: readonly ChainLog[]
}

/** Short, because `eth_getLogs` is the alternative. */
const patienceMs = 2_000

/**
 * Reads the logs of a block with one of these events from its receipts, in chain order. It needs one
 * `eth_getBlockReceipts` request, which the provider pool shares with a mempool watcher.
 *
 * @returns null if no provider returns all receipts within two seconds; request the logs instead
 */
export async function readReceiptLogs(
  pool: Pick<ProviderPool, 'send'>,
  { hash, provider, header }: Head,
  topics: readonly Hex[],
  signal: AbortSignal,
): Promise<readonly ChainLog[] | null> {
  const request = { method: 'eth_getBlockReceipts', params: [hash] }
  const answered = new AbortController()
  try {
    const answer = pool.send<readonly Receipt[] | null>(request, { signal, prefer: provider })
    const { result } = await Promise.race([answer, giveUp(answered.signal)])
    if (!isWhole(result, hash, header['gasUsed']) || !hasAllLogs(result, header['logsBloom'])) return null
    const events = new Set<Hex | undefined>(topics)
    return result.flatMap((receipt) => receipt.logs.filter((log) => events.has(log.topics[0])))
  } catch (error) {
    if (signal.aborted) throw error
    return null
  } finally {
    answered.abort()
  }
}

const giveUp = (answered: AbortSignal) => sleep(patienceMs, answered).then(() => ({ result: null }))

/**
 * Returns whether these are all receipts of the block. Transactions and logs must be numbered without gaps, and the
 * last receipt's cumulative gas must equal the header's `gasUsed` (yellow paper, section 4.3.1).
 */
function isWhole(receipts: readonly Receipt[] | null, hash: Hex, gasUsed: unknown): receipts is readonly Receipt[] {
  if (!Array.isArray(receipts) || !isHex(gasUsed)) return false
  let nextLog = 0
  const isNextLog = (log: ChainLog | null) =>
    log?.blockHash === hash && isLog(log) && Number(log.logIndex) === nextLog++
  const isNext = (receipt: Receipt | null, index: number) =>
    receipt?.blockHash === hash &&
    Number(receipt.transactionIndex) === index &&
    Array.isArray(receipt.logs) &&
    receipt.logs.every(isNextLog)
  if (!receipts.every(isNext)) return false
  const counted = receipts.at(-1)?.cumulativeGasUsed ?? '0x0'
  return isHex(counted) && hexToBigInt(counted) === hexToBigInt(gasUsed)
}

/**
 * Whether no log is missing at the end, which log numbers cannot show, and no log has lost its topics. All blooms together
 * must equal the block's bloom. The bloom is recomputed for receipts from the last one with logs on, and for receipts
 * with a log without topics. Other receipts' blooms are trusted, because hashing every topic of a block takes longer than
 * all other checks, and a provider that renumbers logs could also change their amounts, which no bloom covers.
 */
function hasAllLogs(receipts: readonly Receipt[], logsBloom: unknown): boolean {
  const last = receipts.findLastIndex(({ logs }) => logs.length > 0)
  let all = 0n
  for (const [index, { logs, logsBloom: own }] of receipts.entries()) {
    const isTrusted = own && index < last && logs.every(({ topics }) => topics.length > 0)
    const bloom = isTrusted ? BigInt(own) : computeBloom(logs)
    if (own && !isTrusted && BigInt(own) !== bloom) return false
    all |= bloom
  }
  return isHex(logsBloom) && BigInt(logsBloom) === all
}
