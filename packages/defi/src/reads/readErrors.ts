import { OutriggerError } from '@outrigger/core'
import type { Address } from 'viem'

/**
 * A contract does not respond, or returns data in another form than its protocol. Check the provider, and that the
 * address belongs to the protocol.
 */
export class LendingReadError extends OutriggerError {
  readonly code: string = 'LENDING_READ_FAILED'
}

/** The address has no contract at that block. Check the address and the chain. */
export class NoContractError extends LendingReadError {
  override readonly code = 'NO_CONTRACT'
  readonly address: Address
  constructor(address: Address, blockNumber: bigint) {
    super(`There is no contract at ${address} at block ${blockNumber}. Check the address and the chain.`)
    this.address = address
  }
}

/** The node cannot execute any call at the block, because the block was replaced or the node lacks its state. */
export class UnreadableBlockError extends OutriggerError {
  readonly code = 'UNREADABLE_BLOCK'
  override readonly retryable = true
  constructor(blockNumber: bigint, options: ErrorOptions = {}) {
    super(
      `Cannot read block ${blockNumber}: it may just have been replaced, or the provider lacks its state. Retry at a newer block.`,
      options,
    )
  }
}
