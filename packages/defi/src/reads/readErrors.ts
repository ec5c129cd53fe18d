import { OutriggerError } from '@outrigger/core'
import type { Address } from 'viem'

/**
 * A contract does not answer, or not in the form its protocol uses. Check that the provider is sound and that the
 * address belongs to the protocol.
 */
export class LendingReadError extends OutriggerError {
  readonly code: string = 'LENDING_READ_FAILED'
}

/** There is no contract at the address at that block. Check the address and the chain. */
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
