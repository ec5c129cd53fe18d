import { OutriggerError } from '@outrigger/core'

/**
 * Thrown if the chain is not a supported EVM chain, so its pending transactions cannot be read. Use a pool or client of a
 * supported chain.
 */
export class NoMempoolError extends OutriggerError {
  readonly code = 'NO_MEMPOOL'

  constructor(chain: string) {
    super(`Pending transactions of ${chain} cannot be read, because it is not a known EVM chain.`)
  }
}
