import { OutriggerError } from '@outrigger/core'

export class NoMempoolError extends OutriggerError {
  readonly code = 'NO_MEMPOOL'

  constructor(chain: string) {
    super(`${chain} is not an EVM chain that Outrigger knows; its pending transactions cannot be read.`)
  }
}
