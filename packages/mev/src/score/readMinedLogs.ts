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
  for (let start = 0; start < addresses.length; start += maxAddresses)
    logs.push(...(await readLogs(pool, { hash, address: addresses.slice(start, start + maxAddresses), signal })))
  return logs
    .sort((a, b) => Number(a.logIndex) - Number(b.logIndex))
    .map(({ address, topics, data, transactionHash }) => ({
      topics,
      data,
      transactionHash: transactionHash ?? '0x',
      address: address.toLowerCase() as Address,
    }))
}

/** Logs of one block. Without `address` or `topics`, those of all contracts or kinds. */
type BlockLogs = {
  readonly hash: Hex
  readonly address?: readonly Address[]
  readonly topics?: readonly (readonly Hex[])[]
  readonly signal: AbortSignal
}

/** Returns logs of a block as the provider sent them. @throws {ForeignLogsError} @throws {AllProvidersFailedError} */
export async function readLogs(
  pool: Pick<ProviderPool, 'send'>,
  { hash, signal, ...filter }: BlockLogs,
): Promise<readonly ChainLog[]> {
  const params = [{ blockHash: hash, ...filter }]
  const { result } = await pool.send<readonly ChainLog[]>({ method: 'eth_getLogs', params }, { signal })
  if (!Array.isArray(result) || result.some((log) => !isOfBlock(log, hash)))
    throw new ForeignLogsError(`The provider returned invalid logs, or logs of another block than ${hash}.`)
  return result
}

function isOfBlock(log: Partial<ChainLog> | null, hash: Hex): boolean {
  const { blockHash, address, topics, data, transactionHash } = log ?? {}
  if (blockHash !== hash || !Array.isArray(topics)) return false
  return [address, data, transactionHash].every((text) => typeof text === 'string' && text.startsWith('0x'))
}
