import { OutriggerError } from '@outrigger/core'

/** There is no such block: it is not mined yet, or its hash is of no block of this chain. */
export class UnknownBlockError extends OutriggerError {
  readonly code = 'UNKNOWN_BLOCK'
  constructor(chain: string, block: bigint | string) {
    super(`${chain} has no block ${block}.`)
  }
}

/** No provider knows a transaction of this hash. It may have been dropped, or be of another chain. */
export class UnknownTransactionError extends OutriggerError {
  readonly code = 'UNKNOWN_TRANSACTION'
  constructor(chain: string, hash: string) {
    super(`No provider of ${chain} knows the transaction ${hash}.`)
  }
}

/** A call fails on chain. `data` is what the contract reverted with. */
export class CallRevertedError extends OutriggerError {
  readonly code = 'CALL_REVERTED'
  readonly data: unknown
  constructor(reason: string, data: unknown) {
    super(`The call fails: ${reason}`)
    this.data = data
  }
}

/** No provider of the chain has the methods that answer this. The message names them. */
export class MethodsMissingError extends OutriggerError {
  readonly code = 'METHODS_MISSING'
  constructor(chain: string, methods: readonly string[]) {
    super(`No provider of ${chain} offers ${methods.join(' or ')}. Add one that does, such as your own node.`)
  }
}

/** A range of blocks is larger than one question may read, or runs backwards. */
export class InvalidBlockRangeError extends OutriggerError {
  readonly code = 'INVALID_BLOCK_RANGE'
}

/** A cursor is none that `getHistory` gave. Begin without one. */
export class InvalidCursorError extends OutriggerError {
  readonly code = 'INVALID_CURSOR'
  constructor() {
    super('The cursor is none that was given here. Begin without one.')
  }
}
