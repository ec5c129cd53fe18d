import { OutriggerError } from '@outrigger/core'

/**
 * Thrown if the chain is not a supported EVM chain, so its pending transactions cannot be read. Use a pool or client of a
 * supported chain.
 */
export class NoMempoolError extends OutriggerError {
  readonly code = 'NO_MEMPOOL'

  constructor(chain: string) {
    super(`${chain} is not an EVM chain that Outrigger knows; its pending transactions cannot be read.`)
  }
}
