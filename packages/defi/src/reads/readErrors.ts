import { OutriggerError } from '@outrigger/core'
import type { Address } from 'viem'

/** A contract that was asked has no answer, or not one of the form its protocol gives. */
export class LendingReadError extends OutriggerError {
  readonly code: string = 'LENDING_READ_FAILED'
}

/** There is no contract at the address: nobody can hold anything there. */
export class NoContractError extends LendingReadError {
  override readonly code = 'NO_CONTRACT'
  readonly address: Address
  constructor(address: Address, blockNumber: bigint) {
    super(`There is no contract at ${address} at block ${blockNumber}. Check the address and the chain.`)
    this.address = address
  }
}

/** A node executes nothing at the block, Multicall3 itself included: it has been replaced, or its state is not there. */
export class UnreadableBlockError extends OutriggerError {
  readonly code = 'UNREADABLE_BLOCK'
  override readonly retryable = true
  constructor(blockNumber: bigint, options: ErrorOptions = {}) {
    super(
      `Block ${blockNumber} cannot be read: it may just have been replaced, or the provider lacks its state. Ask again for a newer one.`,
      options,
    )
  }
}
