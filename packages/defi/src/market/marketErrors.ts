import { OutriggerError } from '@outrigger/core'
import { type ErrorOptions, toSuggestion } from '@outrigger/core/internal'

/** A source's response is missing, late, too long, incomplete or not JSON. */
export class MarketSourceError extends OutriggerError {
  readonly code: string = 'MARKET_SOURCE'
  override readonly retryable = true
}

/** An answer differs from its documented form. `field` is the name of the field that differs. The answer is discarded. */
export class MarketSchemaError extends MarketSourceError {
  override readonly code = 'MARKET_SCHEMA'
  /** For example `data[12].tvlUsd`. */
  readonly field: string
  constructor(field: string, problem: string) {
    super(`its answer differs from the documented form: ${field} ${problem}`)
    this.field = field
  }
}

/** The requested figures were never read and cannot be read now. The message contains the reason. Try again later. */
export class MarketUnavailableError extends OutriggerError {
  readonly code = 'MARKET_UNAVAILABLE'
  override readonly retryable = true
  constructor(dataset: string, cause: unknown, owner = 'DefiLlama') {
    const reason = cause instanceof Error ? cause.message : 'it fails'
    super(`${owner}'s ${dataset} are unavailable: ${reason}.`, { cause } satisfies ErrorOptions)
  }
}

export type MarketFilter = 'chain' | 'protocol' | 'project' | 'dex'

/** DefiLlama has no chain, protocol, project or DEX of this name. `filter` is the kind of the name. */
export class UnknownMarketNameError extends OutriggerError {
  readonly code = 'UNKNOWN_MARKET_NAME'
  readonly filter: MarketFilter
  constructor(filter: MarketFilter, name: string, known: readonly string[]) {
    const shown = name.length > 64 ? `${name.slice(0, 64)}…` : name
    const some = known.slice(0, 10).join(', ')
    super(
      `DefiLlama has no ${filter} "${shown}".${toSuggestion(name, known)} It has ${known.length}. The largest are ${some}.`,
    )
    this.filter = filter
  }
}
