import { OutriggerError } from '@outrigger/core'
import { type ErrorOptions, toSuggestion } from '@outrigger/core/internal'

/** A source does not answer as it should: not at all, too late, too long, cut short, or not as JSON. */
export class MarketSourceError extends OutriggerError {
  readonly code: string = 'MARKET_SOURCE'
  override readonly retryable = true
}

/** An answer has another form than it is documented to have: `field` says where. Nothing of it is used. */
export class MarketSchemaError extends MarketSourceError {
  override readonly code = 'MARKET_SCHEMA'
  /** As `data[12].tvlUsd`. */
  readonly field: string
  constructor(field: string, problem: string) {
    super(`its answer has changed: ${field} ${problem}`)
    this.field = field
  }
}

/** A question's figures were never read, and cannot be now; the message says why. Try again later. */
export class MarketUnavailableError extends OutriggerError {
  readonly code = 'MARKET_UNAVAILABLE'
  override readonly retryable = true
  constructor(dataset: string, cause: unknown, owner = 'DefiLlama') {
    const reason = cause instanceof Error ? cause.message : 'it fails'
    super(`${owner}'s ${dataset} are not to be had: ${reason}.`, { cause } satisfies ErrorOptions)
  }
}

export type MarketFilter = 'chain' | 'protocol' | 'project' | 'dex'

/** DefiLlama knows no chain, protocol, project or DEX of this name. `filter` says which of them it was to be. */
export class UnknownMarketNameError extends OutriggerError {
  readonly code = 'UNKNOWN_MARKET_NAME'
  readonly filter: MarketFilter
  constructor(filter: MarketFilter, name: string, known: readonly string[]) {
    const shown = name.length > 64 ? `${name.slice(0, 64)}…` : name
    const some = known.slice(0, 10).join(', ')
    super(
      `DefiLlama knows no ${filter} "${shown}".${toSuggestion(name, known)} It knows ${known.length}, the largest: ${some}.`,
    )
    this.filter = filter
  }
}
