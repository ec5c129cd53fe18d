import { OutriggerError } from '@outrigger/core'

/** Nothing cached and nobody answered. */
export class GasUnavailableError extends OutriggerError {
  readonly code = 'GAS_UNAVAILABLE'
  override readonly retryable = true
  constructor(chain: string, cause: unknown) {
    super(`No provider of ${chain} answered and no gas price is cached yet. Check its endpoints; retrying goes on.`, {
      cause,
    })
  }
}

/** The oracle has no pool for a chain, or the chain has no EVM gas market. */
export class ChainNotServedError extends OutriggerError {
  readonly code = 'CHAIN_NOT_SERVED'
  constructor(chain: string, served: readonly string[]) {
    super(
      `No gas price for "${chain}": ${served.length === 0 ? 'no chain is configured' : `configured are ${served.join(', ')}`}. Add a provider pool of an EVM chain.`,
    )
  }
}

/** A node answered with fees that cannot be; the last good ones go on being served. */
export class ImplausibleFeesError extends OutriggerError {
  readonly code = 'IMPLAUSIBLE_FEES'
  override readonly retryable = true
  constructor(what: string) {
    super(`A provider's fees make no sense and are not used. ${what} If that goes on, check or replace the provider.`)
  }
}

/** A node answered, but not with a block. */
export class UnreadableChainError extends OutriggerError {
  readonly code = 'UNREADABLE_CHAIN'
  override readonly retryable = true
  constructor(chain: string) {
    super(`A provider of ${chain} has no latest block, so there is nothing to price gas from. Is it still syncing?`)
  }
}
