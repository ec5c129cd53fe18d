import type { ChainLog, Head, ProviderPool } from '@outrigger/core'
import type { Hex } from 'viem'
import { readCheckedLogs } from '../../follow/checkedLogs.ts'
import { readReceiptLogs } from '../../follow/receiptLogs.ts'
import { toLower } from '../pool.ts'
import type { PoolLog } from '../poolKind.ts'
import type { PoolBookOptions } from './poolBookTypes.ts'

export type HeadLogsQuestion = {
  /** `topic0` of what is followed. */
  readonly topics: readonly Hex[]
  readonly logsFrom: NonNullable<PoolBookOptions['logsFrom']>
  readonly signal: AbortSignal
}

/**
 * The logs of one block with one of these events, whoever emitted them, in the chain's order. From `logs`
 * it takes one `eth_getLogs`; from `receipts` one `eth_getBlockReceipts`, and `eth_getLogs` only if receipts are missing.
 *
 * @throws {AllProvidersFailedError}
 * @throws {UnrelatedLogsError} logs of another block were given, or malformed ones
 */
export async function getHeadLogs(
  pool: Pick<ProviderPool, 'send' | 'report'>,
  head: Head,
  { topics, logsFrom, signal }: HeadLogsQuestion,
): Promise<readonly PoolLog[]> {
  const { hash, provider } = head
  const known = logsFrom === 'receipts' ? await readReceiptLogs(pool, head, topics, signal) : null
  if (known !== null) return known.map(toPoolLog)
  const logs = await readCheckedLogs(
    pool,
    {
      filter: { topics: [topics] },
      blocks: { blockHash: hash },
      isOfBlocks: ({ blockHash }) => blockHash === hash,
      decode: (log) => [{ index: Number(log.logIndex), log }],
    },
    { signal, fresh: true, prefer: provider },
  )
  return [...logs].sort((a, b) => a.index - b.index).map(({ log }) => toPoolLog(log))
}

export const toPoolLog = ({ address, topics, data }: ChainLog): PoolLog => ({ address: toLower(address), topics, data })
