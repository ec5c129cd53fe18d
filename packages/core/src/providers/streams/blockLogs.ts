import { OutriggerError } from '../../errors/outriggerError.ts'
import { sleep } from '../../time/sleep.ts'
import type { ChainLog, Head, ProviderPool, SendOptions } from '../poolTypes.ts'
import { type BloomTest, coversBloom, mayContain, toBloom, toBloomTest } from './bloom.ts'
import { matchesFilter, type NormalFilter } from './logFilter.ts'

/** More filters than this that may match one block: its logs are fetched once and matched here. */
const maxQueries = 3
const retryMs = { min: 50, max: 1000 }

export type LogQuery = { readonly filter: NormalFilter; readonly bloomTest: BloomTest }

export const toLogQuery = (filter: NormalFilter): LogQuery => ({ filter, bloomTest: toBloomTest(filter) })

export type BlockLogsParameters = {
  readonly head: Head
  readonly queries: readonly LogQuery[]
  /** Whether the provider of the head is known to fill blooms. */
  readonly fillsBlooms: boolean
  /** Names of all providers: when one's answer cannot be, another is asked first. */
  readonly providers: readonly string[]
  readonly send: ProviderPool['send']
  readonly signal: AbortSignal
}

export class ImplausibleLogsError extends OutriggerError {
  readonly code = 'IMPLAUSIBLE_LOGS'
  override readonly retryable = true
}

/**
 * The logs of one block for each query, in order. The bloom of the header spares most questions. An empty answer where
 * the bloom promises logs is believed only if all logs of the block account for its whole bloom.
 * Retries until it is answered; rejects only when the signal aborts.
 */
export async function getBlockLogs(
  parameters: BlockLogsParameters,
): Promise<ReadonlyMap<LogQuery, readonly ChainLog[]>> {
  const { head, queries, providers, signal } = parameters
  const bloom = toBloom(head, parameters.fillsBlooms)
  const open = queries.filter(({ bloomTest }) => bloom === null || mayContain(bloom, bloomTest))
  const found = new Map<LogQuery, readonly ChainLog[]>()
  const order = [head.provider, ...providers.filter((name) => name !== head.provider)]
  // Once everybody has been asked twice, what the chain's nodes say about their own blooms has to do.
  const maxDoubts = 2 * order.length
  for (let attempt = 0; open.some((query) => !found.has(query)); attempt += 1) {
    if (attempt > 0) await sleep(Math.min(retryMs.max, retryMs.min * 2 ** Math.min(attempt - 1, 8)), signal)
    signal.throwIfAborted()
    const how = { signal, prefer: order[attempt % order.length] ?? head.provider, fresh: attempt > 0 }
    const ask = (filter: NormalFilter) => getLogs(parameters, filter, how)
    const isDoubtful = (logs: readonly ChainLog[]) => bloom !== null && attempt < maxDoubts && !coversBloom(bloom, logs)
    let all: Promise<readonly ChainLog[]> | undefined
    const askAll = () => {
      all ??= ask({}).then((logs) => {
        if (isDoubtful(logs))
          throw new ImplausibleLogsError(`Logs are missing from an answer about block ${head.number}.`)
        return logs
      })
      return all
    }
    const answer = async (query: LogQuery): Promise<readonly ChainLog[]> => {
      const one = open.length > maxQueries ? [] : await ask(query.filter)
      if (one.length > 0 || (bloom === null && open.length <= maxQueries)) return one
      return (await askAll()).filter((log) => matchesFilter(log, query.filter))
    }
    const missing = open.filter((query) => !found.has(query))
    const outcomes = await Promise.allSettled(missing.map(answer))
    for (const [index, outcome] of outcomes.entries()) {
      const query = missing[index]
      if (query !== undefined && outcome.status === 'fulfilled') found.set(query, outcome.value)
    }
  }
  return found
}

async function getLogs(
  { head, send }: BlockLogsParameters,
  filter: NormalFilter,
  how: SendOptions,
): Promise<readonly ChainLog[]> {
  const request = { method: 'eth_getLogs', params: [{ blockHash: head.hash, ...filter }] }
  const { result } = await send(request, how)
  if (!Array.isArray(result)) throw new ImplausibleLogsError(`eth_getLogs was answered with no list of logs.`)
  const logs = result as readonly ChainLog[]
  if (logs.some((log) => log?.blockHash !== head.hash || !Array.isArray(log.topics)))
    throw new ImplausibleLogsError(`A log of another block was given for block ${head.number}.`)
  return logs.map((log) => ({ ...log, removed: false }))
}
