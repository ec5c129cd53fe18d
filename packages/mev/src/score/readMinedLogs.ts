import { type ChainLog, OutriggerError, type ProviderPool } from '@outrigger/core'
import type { Address, Hex } from 'viem'
import type { MinedLog } from './minedPools.ts'

/** The provider returned invalid logs or logs of another block. */
class ForeignLogsError extends OutriggerError {
  readonly code = 'FOREIGN_LOGS'
  override readonly retryable = true
}

/** Largest number of addresses in one request. */
const maxAddresses = 256

/**
 * Returns the logs of the given contracts in a block, ordered by log index. Sends one `eth_getLogs` request per 256 contracts.
 *
 * @throws {ForeignLogsError} @throws {AllProvidersFailedError}
 */
export async function readMinedLogs(
  pool: Pick<ProviderPool, 'send'>,
  {
    hash,
    addresses,
    signal,
  }: { readonly hash: Hex; readonly addresses: readonly Address[]; readonly signal: AbortSignal },
): Promise<readonly MinedLog[]> {
  const logs: ChainLog[] = []
  for (let start = 0; start < addresses.length; start += maxAddresses) {
    const filter = { blockHash: hash, address: addresses.slice(start, start + maxAddresses) }
    const { result } = await pool.send<readonly ChainLog[]>({ method: 'eth_getLogs', params: [filter] }, { signal })
    if (!Array.isArray(result) || result.some((log) => !isOfBlock(log, hash)))
      throw new ForeignLogsError(`The provider returned invalid logs, or logs of another block than ${hash}.`)
    logs.push(...result)
  }
  return logs
    .sort((a, b) => Number(a.logIndex) - Number(b.logIndex))
    .map(({ address, topics, data, transactionHash }) => ({
      topics,
      data,
      transactionHash: transactionHash ?? '0x',
      address: address.toLowerCase() as Address,
    }))
}

function isOfBlock(log: Partial<ChainLog> | null, hash: Hex): boolean {
  const { blockHash, address, topics, data, transactionHash } = log ?? {}
  if (blockHash !== hash || !Array.isArray(topics)) return false
  return [address, data, transactionHash].every((text) => typeof text === 'string' && text.startsWith('0x'))
}
