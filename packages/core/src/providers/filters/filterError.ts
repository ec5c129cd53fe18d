import { OutriggerError } from '../../errors/outriggerError.ts'

/** A request about a filter is refused. `rpcCode` and the message are those of a node. */
export class FilterError extends OutriggerError {
  readonly code = 'FILTER_REFUSED'
  readonly rpcCode: number

  constructor(rpcCode: number, message: string) {
    super(message)
    this.rpcCode = rpcCode
  }
}

/** In geth's words and under its code: viem makes a new filter then. */
export const toNotFound = (why = ''): FilterError => new FilterError(-32000, `filter not found${why}`)

export const toInvalid = (message: string): FilterError => new FilterError(-32602, message)

/** A pool has no filters of its own: its transport and the gateway have. No provider is asked for them. */
export const toUnavailable = (method: string): FilterError =>
  new FilterError(
    -32601,
    `The method ${method} does not exist/is not available. Use pool.transport, which keeps filters.`,
  )
