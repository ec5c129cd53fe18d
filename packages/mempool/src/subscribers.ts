import type { Unwatch } from '@outrigger/core'
import { callSafely, createEmitter, type Emitter } from '@outrigger/core/internal'
import type { FilterContext } from './filter/facts.ts'
import { createFilterIndex, type FilterIndex } from './filter/filterIndex.ts'
import { createEventLog, type EventLog, type EventLogOptions } from './lifecycle/eventLog.ts'
import type { TrackedTransaction } from './lifecycle/trackedTransaction.ts'
import type { MempoolEvents, MempoolFilter, MempoolTransaction, Transition } from './watcherTypes.ts'

type OnTransaction = (entry: MempoolTransaction) => void

type SubscribersOptions = EventLogOptions & { readonly context: FilterContext; readonly signal: AbortSignal }

/** Subscribers to transitions: event listeners, followers of the event log, and watchers with a filter. */
export class Subscribers {
  readonly log: EventLog
  readonly events: Emitter<MempoolEvents> = createEmitter()
  readonly #filters: FilterIndex<OnTransaction>
  /** Filters that match only transactions with an opportunity, which may be found after the transaction was reported. */
  readonly #mevFilters: FilterIndex<OnTransaction>
  readonly #signal: AbortSignal

  constructor({ context, signal, ...bounds }: SubscribersOptions) {
    this.log = createEventLog(bounds)
    this.#filters = createFilterIndex(context)
    this.#mevFilters = createFilterIndex(context)
    this.#signal = signal
  }

  /** Number of watchers with a filter. */
  get watcherCount(): number {
    return this.#filters.size + this.#mevFilters.size
  }

  publish({ entry, bytes }: TrackedTransaction, transition: Transition): void {
    const event = this.log.add(entry, bytes, transition)
    if (this.events.hears('event')) this.events.emit('event', event)
    if (transition.kind === 'pending' && this.events.hears('transaction')) this.events.emit('transaction', entry)
  }

  /** Reports a new pending transaction to the watchers whose filter matches. */
  readonly report = (entry: MempoolTransaction): void => {
    for (const onTransaction of this.#filters.match(entry)) callSafely(onTransaction, entry)
    if (entry.mev !== null) this.reportOpportunity(entry)
  }

  /** Reports a transaction with an opportunity to the watchers that get only such transactions. */
  readonly reportOpportunity = (entry: MempoolTransaction): void => {
    for (const onTransaction of this.#mevFilters.match(entry)) callSafely(onTransaction, entry)
  }

  watch(filter: MempoolFilter, onTransaction: OnTransaction): Unwatch {
    let hasLeft = false
    // A watcher that another listener of the same transaction removed is not called.
    const remove = (filter.onlyMev ? this.#mevFilters : this.#filters).add(filter, (entry) => {
      if (!hasLeft && !this.#signal.aborted) onTransaction(entry)
    })
    return () => {
      hasLeft = true
      remove()
    }
  }

  clear(): void {
    this.events.clear()
    this.log.clear()
  }
}
