import { type ChainProfile, OutriggerError } from '@outrigger/core'

/** There is no such block: it is not mined yet, or its hash is of no block of this chain. */
export class UnknownBlockError extends OutriggerError {
  readonly code = 'UNKNOWN_BLOCK'
  constructor(chain: string, block: bigint | string) {
    super(`${chain} has no block ${block}.`)
  }
}

/** A provider gives another block than the one of the hash it was asked for, or one with changed contents. Ask another provider. */
export class BlockMismatchError extends OutriggerError {
  readonly code = 'BLOCK_MISMATCH'
  constructor(chain: string, hash: string, provider: string) {
    super(`What ${provider} gives as the block ${hash} of ${chain} does not have that hash. Ask another provider.`)
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

const shorten = (text: string) => (text.length > 64 ? `${text.slice(0, 64)}…` : text)

/** A text is no address of the chain. The message says what one looks like. */
export class InvalidAddressError extends OutriggerError {
  readonly code = 'INVALID_ADDRESS'
  constructor(text: string, fault: string) {
    super(`"${shorten(text)}" is no address: ${fault}.`)
  }
}

/** A text is no transaction hash of the chain. The message says what one looks like. */
export class InvalidHashError extends OutriggerError {
  readonly code = 'INVALID_HASH'
  constructor(text: string, form: string) {
    super(`"${shorten(text)}" is no transaction: it takes ${form}.`)
  }
}

/** A text names no block of the chain. The message says what does. */
export class InvalidBlockError extends OutriggerError {
  readonly code = 'INVALID_BLOCK'
  constructor(text: string, form: string) {
    super(`"${shorten(text)}" is no block: it takes ${form}.`)
  }
}

/** Calldata has not the form that the chain's family gives it. The message says which. */
export class InvalidCalldataError extends OutriggerError {
  readonly code = 'INVALID_CALLDATA'
}

/** The chain's family has nothing of what was asked for: Bitcoin has no contracts to call. */
export class UnsupportedByFamilyError extends OutriggerError {
  readonly code = 'UNSUPPORTED_BY_FAMILY'
  constructor({ name, family }: Pick<ChainProfile, 'name' | 'family'>, what: string) {
    super(`${name} is a chain of the ${family} family, which has no ${what}.`)
  }
}

/** Where each part of a fee goes on this chain is not known here, so its balances cannot follow from its blocks. */
export class UnknownFeeRulesError extends OutriggerError {
  readonly code = 'UNKNOWN_FEE_RULES'
  constructor(chain: string) {
    super(`It is not known here where each part of a fee goes on ${chain}. Of EVM chains, ethereum can be reconciled.`)
  }
}
