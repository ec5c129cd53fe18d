import { OutriggerError } from '@outrigger/core'

/**
 * The contract or method that gives what a rollup charges beside gas does not answer. Without it an estimate would be too
 * low, so there is none. Check that the endpoint is of this chain: a local copy of it may lack its predeploys.
 */
export class FeeSourceMissingError extends OutriggerError {
  readonly code = 'FEE_SOURCE_MISSING'
  constructor(chain: string, source: string, cause: unknown) {
    super(
      `${source} does not answer, so what ${chain} charges beside gas is not known. Is the endpoint of ${chain}, or a copy without its contracts?`,
      { cause },
    )
  }
}

/** The node cannot execute the transaction, so that its gas cannot be estimated. The message has the node's reason. */
export class TransactionRefusedError extends OutriggerError {
  readonly code = 'TRANSACTION_REFUSED'
  constructor(reason: string, cause: unknown) {
    super(`The transaction would fail, so its gas cannot be estimated: ${reason} Check its sender, value and data.`, {
      cause,
    })
  }
}
