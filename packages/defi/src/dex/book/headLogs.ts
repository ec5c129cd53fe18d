import type { ChainLog, Head, ProviderPool } from '@outrigger/core'
import type { Hex } from 'viem'
import { readCheckedLogs } from '../../follow/checkedLogs.ts'
import { readReceiptLogs } from '../../follow/receiptLogs.ts'
import { toLower } from '../pool.ts'
import type { PoolLog } from '../poolKind.ts'
import type { PoolBookOptions } from './poolBookTypes.ts'

export type HeadLogsOptions = {
  /** `topic0` of the events to read. */
  readonly topics: readonly Hex[]
  readonly logsFrom: NonNullable<PoolBookOptions['logsFrom']>
  readonly signal: AbortSignal
}

/**
 * Reads the logs of one block with one of the given events, from any contract, in the chain's order. With `logs` this
 * makes one `eth_getLogs` call. With `receipts` it makes one `eth_getBlockReceipts` call, plus `eth_getLogs` if
 * receipts are missing.
 *
 * @throws {AllProvidersFailedError}
 * @throws {UnrelatedLogsError} if a provider returned malformed logs or logs of another block
 */
export async function getHeadLogs(
  pool: Pick<ProviderPool, 'send' | 'report'>,
  head: Head,
  { topics, logsFrom, signal }: HeadLogsOptions,
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
