import { OutriggerError } from '../../errors/outriggerError.ts'

/** A request about a filter is rejected. `rpcCode` and the message are the same as those of a node. */
export class FilterError extends OutriggerError {
  readonly code = 'FILTER_REFUSED'
  readonly rpcCode: number

  constructor(rpcCode: number, message: string) {
    super(message)
    this.rpcCode = rpcCode
  }
}

/** Returns the error for an unknown filter, with geth's message and code. viem then creates a new filter. */
export const toNotFound = (why = ''): FilterError => new FilterError(-32000, `filter not found${why}`)

export const toInvalid = (message: string): FilterError => new FilterError(-32602, message)

/**
 * Returns the error for filter methods of a pool. A pool itself has no filters. Its transport and the gateway store
 * filters and answer filter methods without a provider.
 */
export const toUnavailable = (method: string): FilterError =>
  new FilterError(
    -32601,
    `The method ${method} does not exist/is not available. Use pool.transport, which keeps filters.`,
  )
