import type { ChainLog, Head, ProviderPool } from '@outrigger/core'
import type { Hex } from 'viem'
import { readCheckedLogs } from '../../follow/checkedLogs.ts'
import { toLower } from '../pool.ts'
import type { PoolLog } from '../poolKind.ts'

/**
 * The logs of one block with one of these events, whoever emitted them, in the chain's order: one `eth_getLogs`.
 *
 * @throws {AllProvidersFailedError}
 * @throws {UnrelatedLogsError} logs of another block were given, or malformed ones
 */
export async function getHeadLogs(
  pool: Pick<ProviderPool, 'send' | 'report'>,
  { hash, provider }: Head,
  topics: readonly Hex[],
  signal: AbortSignal,
): Promise<readonly PoolLog[]> {
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
