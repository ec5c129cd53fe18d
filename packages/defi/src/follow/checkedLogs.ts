import { type ChainLog, type LogFilter, OutriggerError, type ProviderPool, type SendOptions } from '@outrigger/core'
import { matchesFilter, toNormalFilter } from '@outrigger/core/internal'
import { type Address, type Hex, isHash, isHex } from 'viem'

/** The logs in the answer do not match the request. */
export class UnrelatedLogsError extends OutriggerError {
  readonly code = 'UNRELATED_LOGS'
  override readonly retryable = true
}

type LogRequest<item> = {
  readonly filter: LogFilter
  /** In the form of `eth_getLogs`. */
  readonly blocks: { readonly blockHash: Hex } | { readonly fromBlock: Hex; readonly toBlock: Hex }
  readonly isOfBlocks: (log: ChainLog) => boolean
  /** Decodes a log. Returns null if the log is malformed. */
  readonly decode: (log: ChainLog) => readonly item[] | null
}

/**
 * Reads and decodes logs. An answer with a log of another block, a log outside the filter, or a malformed log is discarded
 * as a whole. The error is thrown only after each provider was queried.
 *
 * @throws {AllProvidersFailedError}
 * @throws {RpcAnswerError}
 * @throws {UnrelatedLogsError}
 */
export async function readCheckedLogs<item>(
  pool: Pick<ProviderPool, 'send' | 'report'>,
  { filter, blocks, isOfBlocks, decode }: LogRequest<item>,
  options: SendOptions,
): Promise<readonly item[]> {
  const normal = toNormalFilter(filter)
  const request = { method: 'eth_getLogs', params: [{ ...filter, ...blocks }] }

  function read(logs: readonly ChainLog[]): readonly item[] | null {
    if (!logs.every((log) => isLog(log) && isOfBlocks(log) && matchesFilter(log, normal))) return null
    const decoded = logs.map(decode)
    return decoded.includes(null) ? null : decoded.flatMap((items) => items ?? [])
  }

  function* attempts(): Iterable<Partial<SendOptions>> {
    yield {}
    // A bad answer may also come from the cache.
    for (const { name } of pool.report().endpoints) yield { fresh: true, prefer: name }
  }
  for (const how of attempts()) {
    const { result } = await pool.send<readonly ChainLog[]>(request, { ...options, ...how })
    const items = read(result)
    if (items !== null) return items
  }
  throw new UnrelatedLogsError(
    `No provider returns well-formed logs that match the request for ${JSON.stringify(blocks)}. Retrying.`,
  )
}

/** Returns the changes, or null if one of their accounts is not an address. */
export const checkAccounts = <change extends { readonly accounts: readonly Address[] }>(changes: readonly change[]) =>
  changes.every(({ accounts }) => accounts.every(isAccount)) ? changes : null

const isAccount = (account: string): boolean => /^0x[0-9a-f]{40}$/i.test(account)

/** Returns whether the value has the form of a log. */
export const isLog = (log: ChainLog | null): boolean =>
  Array.isArray(log?.topics) && log.topics.every((topic) => isHash(topic)) && isAccount(log.address) && isHex(log.data)
