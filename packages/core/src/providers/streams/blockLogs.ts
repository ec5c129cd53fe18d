import { OutriggerError } from '../../errors/outriggerError.ts'
import { retry } from '../../time/retry.ts'
import type { ChainLog, Head, ProviderPool, SendOptions } from '../poolTypes.ts'
import { type BloomTest, coversBloom, mayContain, toBloom, toBloomTest } from './bloom.ts'
import { matchesFilter, type NormalFilter } from './logFilter.ts'

/** If more filters than this may match a block, all its logs are fetched once and matched here. */
const maxQueries = 3
const backOff = { minDelayMs: 50, maxDelayMs: 1000 }

export type LogQuery = { readonly filter: NormalFilter; readonly bloomTest: BloomTest }

export const toLogQuery = (filter: NormalFilter): LogQuery => ({ filter, bloomTest: toBloomTest(filter) })

export type BlockLogsParameters = {
  readonly head: Head
  readonly queries: readonly LogQuery[]
  /** Whether the provider of the head is known to write valid blooms into its headers. */
  readonly fillsBlooms: boolean
  /** Names of all providers. After an implausible answer, another provider is called first. */
  readonly providers: readonly string[]
  readonly send: ProviderPool['send']
  readonly signal: AbortSignal
}

export class ImplausibleLogsError extends OutriggerError {
  readonly code = 'IMPLAUSIBLE_LOGS'
  override readonly retryable = true
}

/**
 * Returns the logs of one block for each query, in order. The bloom of the header saves most requests. If the bloom
 * indicates logs, an empty answer is accepted only if all logs of the block together account for the whole bloom.
 * Retries until every query is answered. Rejects only when the signal aborts.
 */
export async function getBlockLogs(
  parameters: BlockLogsParameters,
): Promise<ReadonlyMap<LogQuery, readonly ChainLog[]>> {
  const { head, queries, providers, signal } = parameters
  const bloom = toBloom(head, parameters.fillsBlooms)
  const open = queries.filter(({ bloomTest }) => bloom === null || mayContain(bloom, bloomTest))
  const found = new Map<LogQuery, readonly ChainLog[]>()
  const order = [head.provider, ...providers.filter((name) => name !== head.provider)]
  const readMissing = async (attempt: number) => {
    const how = { signal, prefer: order[(attempt - 1) % order.length] ?? head.provider, fresh: attempt > 1 }
    // After two rounds over all providers, logs are accepted although they contradict the bloom.
    const proof = attempt > 2 * order.length ? null : bloom
    const getQuery = createQueryReader({ parameters, how, bloom, proof, isMany: open.length > maxQueries })
    const missing = open.filter((query) => !found.has(query))
    const outcomes = await Promise.allSettled(missing.map(getQuery))
    for (const [index, query] of missing.entries()) {
      const outcome = outcomes[index]
      if (outcome?.status === 'fulfilled') found.set(query, outcome.value)
    }
    if (found.size < open.length)
      throw new ImplausibleLogsError(`No provider has returned the logs of block ${head.number} yet.`)
  }
  if (open.length > 0) await retry(readMissing, { ...backOff, signal })
  return found
}

type Round = {
  readonly parameters: BlockLogsParameters
  readonly how: SendOptions
  readonly bloom: string | null
  /** The bloom that all logs together must account for. Null to accept the logs unchecked. */
  readonly proof: string | null
  /** Whether to fetch all logs once for all queries. */
  readonly isMany: boolean
}

/** Creates a reader for the queries of one block. Queries that need all its logs share one request. */
function createQueryReader({ parameters, how, bloom, proof, isMany }: Round) {
  let all: Promise<readonly ChainLog[]> | undefined
  const getAll = async () => {
    const logs = await getLogs(parameters, {}, how)
    if (proof === null || coversBloom(proof, logs)) return logs
    throw new ImplausibleLogsError(`Logs are missing in an answer for block ${parameters.head.number}.`)
  }
  return async ({ filter }: LogQuery): Promise<readonly ChainLog[]> => {
    const one = isMany ? [] : await getLogs(parameters, filter, how)
    if (one.length > 0 || (bloom === null && !isMany)) return one
    all ??= getAll()
    return (await all).filter((log) => matchesFilter(log, filter))
  }
}

async function getLogs(
  { head, send }: BlockLogsParameters,
  filter: NormalFilter,
  how: SendOptions,
): Promise<readonly ChainLog[]> {
  const request = { method: 'eth_getLogs', params: [{ blockHash: head.hash, ...filter }] }
  const { result } = await send(request, how)
  if (!Array.isArray(result)) throw new ImplausibleLogsError('The answer to eth_getLogs is not a list of logs.')
  const logs = result as readonly ChainLog[]
  if (logs.some((log) => log?.blockHash !== head.hash || !Array.isArray(log.topics)))
    throw new ImplausibleLogsError(`A log of another block was returned for block ${head.number}.`)
  return logs.map((log) => ({ ...log, removed: false }))
}
