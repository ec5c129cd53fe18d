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

/** Logs can be asked for at once. */
const patienceMs = 2_000

/**
 * The logs of a block with one of these events, in the chain's order, out of the block's receipts: one
 * `eth_getBlockReceipts`. A mempool watcher of the same provider pool makes the same call, and the pool answers both with one
 * request.
 *
 * @returns null where no provider gives the receipts within two seconds, or not all of them: then the logs have to be asked for
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
    const asked = new Set<Hex | undefined>(topics)
    const logs = result.flatMap((receipt) => receipt.logs.filter((log) => asked.has(log.topics[0])))
    return logs
  } catch (error) {
    if (signal.aborted) throw error
    return null
  } finally {
    answered.abort()
  }
}

const giveUp = (answered: AbortSignal) => sleep(patienceMs, answered).then(() => ({ result: null }))

/**
 * Whether these are all receipts of a block: each transaction and each log has the number after the one before, and the last
 * receipt counts the gas that the header says was used (yellow paper, section 4.3.1).
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
 * Whether no log is missing at the end, where the numbers of the logs cannot tell, and none has lost its topics: from the last
 * receipt with logs on, and where a log has no topic, the bloom is that of the logs; all blooms together are the block's.
 * Other receipts' blooms are believed, for hashing every topic of a block takes longer than all else here: a provider that
 * leaves logs out and numbers the others anew could as well change their amounts, which are in no bloom.
 */
function hasAllLogs(receipts: readonly Receipt[], logsBloom: unknown): boolean {
  const last = receipts.findLastIndex(({ logs }) => logs.length > 0)
  let all = 0n
  for (const [index, { logs, logsBloom: own }] of receipts.entries()) {
    const isBelieved = own && index < last && logs.every(({ topics }) => topics.length > 0)
    const bloom = isBelieved ? BigInt(own) : computeBloom(logs)
    if (own && !isBelieved && BigInt(own) !== bloom) return false
    all |= bloom
  }
  return isHex(logsBloom) && BigInt(logsBloom) === all
}
