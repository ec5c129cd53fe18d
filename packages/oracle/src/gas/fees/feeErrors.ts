import { OutriggerError } from '@outrigger/core'

/**
 * Thrown if the contract or method that reports a rollup's additional fees does not respond. An estimate without
 * these fees would be too low. Check that the endpoint serves this chain. A local copy may lack the chain's
 * predeploys.
 */
export class FeeSourceMissingError extends OutriggerError {
  readonly code = 'FEE_SOURCE_MISSING'
  constructor(chain: string, source: string, cause: unknown) {
    super(
      `${source} does not respond, so the fees of ${chain} besides gas are unknown. Check that the endpoint serves ${chain}, not a copy without its contracts.`,
      { cause },
    )
  }
}

/** Thrown if the chain would reject the transaction, or the node cannot execute it. The message contains the reason. */
export class TransactionRefusedError extends OutriggerError {
  readonly code = 'TRANSACTION_REFUSED'
  constructor(reason: string, cause: unknown) {
    super(`The transaction would fail, so its gas cannot be estimated: ${reason}`, { cause })
  }
}
