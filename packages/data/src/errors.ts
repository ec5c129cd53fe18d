import { type ChainProfile, OutriggerError } from '@outrigger/core'

/** The block does not exist. It is not mined yet, or no block of this chain has the hash. */
export class UnknownBlockError extends OutriggerError {
  readonly code = 'UNKNOWN_BLOCK'
  constructor(chain: string, block: bigint | string) {
    super(`${chain} has no block ${block}.`)
  }
}

/** A provider returned a block with another hash than the requested one, or with changed contents. Use another provider. */
export class BlockMismatchError extends OutriggerError {
  readonly code = 'BLOCK_MISMATCH'
  constructor(chain: string, hash: string, provider: string) {
    super(
      `The block that ${provider} returns for hash ${hash} of ${chain} does not have this hash. Use another provider.`,
    )
  }
}

/** No provider knows a transaction with this hash. It may have been dropped, or belong to another chain. */
export class UnknownTransactionError extends OutriggerError {
  readonly code = 'UNKNOWN_TRANSACTION'
  constructor(chain: string, hash: string) {
    super(`No provider of ${chain} knows the transaction ${hash}.`)
  }
}

/** A call failed on chain. `data` is the revert data of the contract. */
export class CallRevertedError extends OutriggerError {
  readonly code = 'CALL_REVERTED'
  readonly data: unknown
  constructor(reason: string, data: unknown) {
    super(`The call fails: ${reason}`)
    this.data = data
  }
}

/** No provider of the chain has the methods that are needed. The message names them. */
export class MethodsMissingError extends OutriggerError {
  readonly code = 'METHODS_MISSING'
  constructor(chain: string, methods: readonly string[]) {
    super(`No provider of ${chain} offers ${methods.join(' or ')}. Add one that does, such as your own node.`)
  }
}

/** A range of blocks is larger than the limit of one request, or is reversed. */
export class InvalidBlockRangeError extends OutriggerError {
  readonly code = 'INVALID_BLOCK_RANGE'
}

/** The cursor does not come from `getHistory`. Omit it to start with the newest transactions. */
export class InvalidCursorError extends OutriggerError {
  readonly code = 'INVALID_CURSOR'
  constructor() {
    super('The cursor was not returned with an earlier page. Omit it to start with the newest transactions.')
  }
}

const shorten = (text: string) => (text.length > 64 ? `${text.slice(0, 64)}…` : text)

/** The text is not an address of the chain. The message describes the expected form. */
export class InvalidAddressError extends OutriggerError {
  readonly code = 'INVALID_ADDRESS'
  constructor(text: string, fault: string) {
    super(`"${shorten(text)}" is not an address: ${fault}.`)
  }
}

/** The text is not a transaction hash of the chain. The message describes the expected form. */
export class InvalidHashError extends OutriggerError {
  readonly code = 'INVALID_HASH'
  constructor(text: string, form: string) {
    super(`"${shorten(text)}" is not a transaction hash: expected ${form}.`)
  }
}

/** The text does not identify a block of the chain. The message lists the accepted forms. */
export class InvalidBlockError extends OutriggerError {
  readonly code = 'INVALID_BLOCK'
  constructor(text: string, form: string) {
    super(`"${shorten(text)}" is not a block: expected ${form}.`)
  }
}

/** The calldata does not have the form that the chain's family requires. The message describes it. */
export class InvalidCalldataError extends OutriggerError {
  readonly code = 'INVALID_CALLDATA'
}

/** The chain's family does not support the request. For example, Bitcoin has no contracts to call. */
export class UnsupportedByFamilyError extends OutriggerError {
  readonly code = 'UNSUPPORTED_BY_FAMILY'
  constructor({ name, family }: Pick<ChainProfile, 'name' | 'family'>, what: string) {
    super(`${name} is a chain of the ${family} family, which has no ${what}.`)
  }
}

/** The recipients of this chain's fees are not known, so balances cannot be computed from its blocks. */
export class UnknownFeeRulesError extends OutriggerError {
  readonly code = 'UNKNOWN_FEE_RULES'
  constructor(chain: string) {
    super(
      `The recipients of fees on ${chain} are unknown, so its balances cannot be reconciled. The only supported EVM chain is ethereum.`,
    )
  }
}
