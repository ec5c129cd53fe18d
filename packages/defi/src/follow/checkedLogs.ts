import { type ChainLog, type LogFilter, OutriggerError, type ProviderPool, type SendOptions } from '@outrigger/core'
import { matchesFilter, toNormalFilter } from '@outrigger/core/internal'
import { type Address, type Hex, isHash, isHex } from 'viem'

/** An answer that is not what was asked for. */
export class UnrelatedLogsError extends OutriggerError {
  readonly code = 'UNRELATED_LOGS'
  override readonly retryable = true
}

export type LogQuestion<item> = {
  readonly filter: LogFilter
  /** As `eth_getLogs` takes them. */
  readonly blocks: { readonly blockHash: Hex } | { readonly fromBlock: Hex; readonly toBlock: Hex }
  readonly isOfBlocks: (log: ChainLog) => boolean
  /** What a log says; null where it does not say what such a log must. */
  readonly decode: (log: ChainLog) => readonly item[] | null
}

/**
 * What logs say. One log that is of other blocks, passes no filter, or does not say what it must, spoils its whole answer:
 * every provider is asked before that is an error.
 *
 * @throws {AllProvidersFailedError}
 * @throws {RpcAnswerError}
 * @throws {UnrelatedLogsError}
 */
export async function readCheckedLogs<item>(
  pool: Pick<ProviderPool, 'send' | 'report'>,
  { filter, blocks, isOfBlocks, decode }: LogQuestion<item>,
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
    // A bad answer may have been cached, too.
    for (const { name } of pool.report().endpoints) yield { fresh: true, prefer: name }
  }
  for (const how of attempts()) {
    const { result } = await pool.send<readonly ChainLog[]>(request, { ...options, ...how })
    const items = read(result)
    if (items !== null) return items
  }
  throw new UnrelatedLogsError(
    `No provider answers ${JSON.stringify(blocks)} with whole logs of these blocks and of what was asked for only. It is asked again.`,
  )
}

/** Null unless every one names accounts only. */
export const checkAccounts = <change extends { readonly accounts: readonly Address[] }>(changes: readonly change[]) =>
  changes.every(({ accounts }) => accounts.every(isAccount)) ? changes : null

const isAccount = (account: string): boolean => /^0x[0-9a-f]{40}$/i.test(account)

/** Whether it has the form of a log. */
export const isLog = (log: ChainLog | null): boolean =>
  Array.isArray(log?.topics) && log.topics.every((topic) => isHash(topic)) && isAccount(log.address) && isHex(log.data)
