import { randomBytes } from 'node:crypto'
import { type Clock, monotonicClock } from '../../time/clock.ts'
import type { ChainLog, ProviderPool, RpcRequest } from '../poolTypes.ts'
import { toNotFound } from './filterError.ts'
import { type FilterRequest, toFilterRequest, toLogsRequest, toNumber, toParams } from './filterRequest.ts'
import { defaultRules, type Filter, type FilterRules, FilterTable } from './filterTable.ts'
import { catchUp, catchUpMs, type OpenFilter, openFilter } from './openFilter.ts'

export type FilterStoreOptions = Partial<FilterRules> & {
  /**
   * Whether the first `eth_getFilterChanges` includes the logs since a `fromBlock` in the past, unless `eth_getFilterLogs` has
   * returned them. geth does not do this, but viem's watch functions expect it. @default false
   */
  readonly givesPast?: boolean
  readonly clock?: Clock
}

export type FilterCaller = { readonly owner?: string; readonly signal?: AbortSignal | undefined }

type Served = Filter &
  OpenFilter & {
    /** The last block before the stream began, if its logs are still to be returned. Otherwise null. */
    pastTo: bigint | null
  }

/**
 * Stores JSON-RPC filters and fills them from the streams of a pool. Filters do not exist at any provider, so they
 * survive the failure of a provider and miss nothing. A filter is removed after five idle minutes, or with the pool.
 */
export class FilterStore {
  readonly #pool: ProviderPool
  readonly #clock: Clock
  readonly #givesPast: boolean
  readonly #rules: FilterRules
  readonly #table: FilterTable<Served>
  #timer: NodeJS.Timeout | undefined

  constructor(pool: ProviderPool, { givesPast = false, clock = monotonicClock, ...rules }: FilterStoreOptions = {}) {
    this.#pool = pool
    this.#clock = clock
    this.#givesPast = givesPast
    this.#rules = { ...defaultRules, ...rules }
    this.#table = new FilterTable(this.#rules)
  }

  /**
   * Answers a filter method.
   * @throws {FilterError} @throws {AllProvidersFailedError} @throws {PoolClosedError}
   */
  async answer(request: RpcRequest, { owner = '', signal }: FilterCaller = {}): Promise<unknown> {
    const [id] = toParams(request.params)
    if (request.method === 'eth_getFilterChanges') return this.#takeChanges(owner, id, signal)
    if (request.method === 'eth_getFilterLogs') return this.#readLogs(owner, request.params, signal)
    if (request.method !== 'eth_uninstallFilter') return this.#create(toFilterRequest(request), owner)
    const filter = this.#table.find(owner, id)
    if (filter !== undefined) this.#remove(filter)
    return filter !== undefined
  }

  /** Returns the request that reads all logs of a log filter. @throws {FilterError} the filter does not exist */
  toLogsRequest(owner: string, params: unknown): RpcRequest {
    const { wanted } = this.#use(owner, toParams(params)[0])
    if (wanted.kind !== 'logs') throw toNotFound()
    return toLogsRequest(wanted.criteria)
  }

  async #create(wanted: FilterRequest, owner: string): Promise<string> {
    this.#table.requireRoom(owner)
    const id = `0x${BigInt(`0x${randomBytes(16).toString('hex')}`).toString(16)}`
    const early: unknown[] = []
    let filter: Served | undefined
    let isOver = false
    const open = await openFilter(this.#pool, wanted, {
      onChange: (change) => (filter === undefined ? early.push(change) : this.#push(filter, change)),
      onGap: (from, to) => filter && this.#lose(filter, `blocks ${from} to ${to} were passed over`),
      onClose: () => {
        isOver = true
        if (filter !== undefined) this.#remove(filter)
      },
    })
    const pastTo = this.#givesPast && wanted.kind === 'logs' ? toPastEnd(wanted.criteria, open) : null
    filter = { id, owner, wanted, usedAtMs: this.#clock.now(), changes: early, loss: null, pastTo, ...open }
    try {
      this.#table.add(filter)
    } catch (error) {
      open.stop()
      throw error
    }
    if (isOver) this.#remove(filter)
    this.#arm()
    return id
  }

  /** Returns all changes since the last poll, including those of the current head. */
  async #takeChanges(owner: string, id: unknown, signal: AbortSignal | undefined): Promise<readonly unknown[]> {
    const asked = this.#use(owner, id)
    const limit = AbortSignal.any([AbortSignal.timeout(catchUpMs), ...(signal === undefined ? [] : [signal])])
    // During an outage, missing changes are left for a later poll.
    if (asked.progress !== null) await catchUp(this.#pool, asked.progress, limit).catch(() => {})
    const past = await this.#readPast(asked, signal)
    signal?.throwIfAborted()
    const filter = this.#use(owner, id)
    if (past !== null && filter.pastTo !== null) {
      filter.pastTo = null
      const given = new Set((filter.changes as readonly ChainLog[]).map(toLogKey))
      filter.changes.unshift(...past.filter((log) => !given.has(toLogKey(log))))
    }
    const { changes } = filter
    filter.changes = []
    return changes
  }

  async #readPast({ wanted, pastTo }: Served, signal: AbortSignal | undefined): Promise<readonly ChainLog[] | null> {
    if (pastTo === null || wanted.kind !== 'logs') return null
    const request = toLogsRequest({ ...wanted.criteria, toBlock: `0x${pastTo.toString(16)}` })
    const { result } = await this.#pool.send<readonly ChainLog[]>(request, signal && { signal })
    return result
  }

  async #readLogs(owner: string, params: unknown, signal: AbortSignal | undefined): Promise<unknown> {
    const { result } = await this.#pool.send(this.toLogsRequest(owner, params), signal && { signal })
    const filter = this.#table.find(owner, toParams(params)[0])
    if (filter !== undefined) filter.pastTo = null
    return result
  }

  #use(owner: string, id: unknown): Served {
    const filter = this.#table.use(owner, id, this.#clock.now())
    if (filter.loss === null) return filter
    this.#remove(filter)
    throw toNotFound(`: ${filter.loss}. Read the missed blocks with eth_getLogs, and create a new filter.`)
  }

  #push(filter: Served, change: unknown): void {
    if (filter.loss === null && !this.#table.push(filter, change))
      this.#lose(filter, `it was removed with more than ${this.#rules.maxChanges} unread changes`)
  }

  /** Empties a filter that has lost changes. The filter stays until the next poll, which reports the loss. */
  #lose(filter: Served, why: string): void {
    filter.loss ??= why
    filter.changes = []
    filter.stop()
  }

  #remove(filter: Served): void {
    filter.stop()
    this.#table.remove(filter)
    if (this.#table.nextExpiryMs() === null) this.#disarm()
  }

  /** Starts the one timer of all filters. It does not keep the process alive. */
  #arm(): void {
    const nextMs = this.#table.nextExpiryMs()
    if (this.#timer !== undefined || nextMs === null) return
    const expire = () => {
      this.#timer = undefined
      for (const filter of this.#table.expire(this.#clock.now())) filter.stop()
      this.#arm()
    }
    this.#timer = setTimeout(expire, Math.max(0, nextMs - this.#clock.now())).unref()
  }

  #disarm(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }
}

/** Returns the last block before the stream whose logs the filter includes. Null if the filter includes only later blocks. */
function toPastEnd(
  criteria: { readonly fromBlock: string | undefined; readonly toBlock: string | undefined },
  { progress }: OpenFilter,
): bigint | null {
  const [from, to, head] = [toNumber(criteria.fromBlock), toNumber(criteria.toBlock), progress?.block ?? -1n]
  if (from === null || from > head) return null
  return to !== null && to < head ? to : head
}

const toLogKey = ({ blockHash, logIndex, removed }: ChainLog): string => `${blockHash} ${logIndex} ${removed}`
