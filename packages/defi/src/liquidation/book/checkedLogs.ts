import { type ChainLog, type LogFilter, OutriggerError, type ProviderPool, type SendOptions } from '@outrigger/core'
import { matchesFilter, toNormalFilter } from '@outrigger/core/internal'
import { type Address, type Hex, isHash, isHex } from 'viem'

/** An answer that is not what was asked for. */
export class UnrelatedLogsError extends OutriggerError {
  readonly code = 'UNRELATED_LOGS'
  override readonly retryable = true
}

export type LogQuestion<change> = {
  readonly filter: LogFilter
  /** As `eth_getLogs` takes them. */
  readonly blocks: { readonly blockHash: Hex } | { readonly fromBlock: Hex; readonly toBlock: Hex }
  readonly isOfBlocks: (log: ChainLog) => boolean
  readonly toChanges: (log: ChainLog) => readonly change[]
}

/**
 * Whom logs are about. One log that is of other blocks, passes no filter, or names no account where one belongs, spoils
 * its whole answer: every provider is asked before that is an error.
 *
 * @throws {AllProvidersFailedError}
 * @throws {RpcAnswerError}
 * @throws {UnrelatedLogsError}
 */
export async function readCheckedLogs<change extends { readonly accounts: readonly Address[] }>(
  pool: Pick<ProviderPool, 'send' | 'report'>,
  { filter, blocks, isOfBlocks, toChanges }: LogQuestion<change>,
  options: SendOptions,
): Promise<readonly change[]> {
  const normal = toNormalFilter(filter)
  const request = { method: 'eth_getLogs', params: [{ ...filter, ...blocks }] }

  function read(logs: readonly ChainLog[]): readonly change[] | null {
    if (!logs.every((log) => isLog(log) && isOfBlocks(log) && matchesFilter(log, normal))) return null
    const changes = logs.flatMap(toChanges)
    return changes.every(({ accounts }) => accounts.every(isAccount)) ? changes : null
  }

  function* attempts(): Iterable<Partial<SendOptions>> {
    yield {}
    // A bad answer may have been cached, too.
    for (const { name } of pool.report().endpoints) yield { fresh: true, prefer: name }
  }
  for (const how of attempts()) {
    const { result } = await pool.send<readonly ChainLog[]>(request, { ...options, ...how })
    const changes = read(result)
    if (changes !== null) return changes
  }
  throw new UnrelatedLogsError(
    `No provider answers ${JSON.stringify(blocks)} with whole logs of these blocks and of what was asked for only. It is asked again.`,
  )
}

const isAccount = (account: string): boolean => /^0x[0-9a-f]{40}$/i.test(account)

const isLog = (log: ChainLog | null): boolean =>
  Array.isArray(log?.topics) && log.topics.every((topic) => isHash(topic)) && isAccount(log.address) && isHex(log.data)
