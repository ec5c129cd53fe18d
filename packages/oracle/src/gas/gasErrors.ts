import { OutriggerError } from '@outrigger/core'

/**
 * No provider of the chain answers with usable fees and no gas price is cached. The oracle keeps trying: check the endpoints, then
 * ask again.
 */
export class GasUnavailableError extends OutriggerError {
  readonly code = 'GAS_UNAVAILABLE'
  override readonly retryable = true
  constructor(chain: string, cause: unknown) {
    const reason =
      cause instanceof ImplausibleFeesError
        ? `There is no gas price of ${chain} yet. ${cause.message}`
        : `No provider of ${chain} answered and no gas price is cached yet. Check its endpoints; retrying goes on.`
    super(reason, { cause })
  }
}

/**
 * The chain has no EVM gas market, or the oracle has no pool for it. Add a pool of that chain; retrying does not help.
 */
export class ChainNotServedError extends OutriggerError {
  readonly code = 'CHAIN_NOT_SERVED'
  constructor(chain: string, served: readonly string[]) {
    super(
      `No gas price for "${chain}": ${served.length === 0 ? 'no chain is configured' : `configured are ${served.join(', ')}`}. Add a provider pool of an EVM chain.`,
    )
  }
}

/**
 * A provider's fees are impossible. They are not used, and the oracle serves the last good price. Replace the provider
 * if this goes on.
 */
export class ImplausibleFeesError extends OutriggerError {
  readonly code = 'IMPLAUSIBLE_FEES'
  override readonly retryable = true
  constructor(what: string) {
    super(`A provider's fees make no sense and are not used. ${what} If that goes on, check or replace the provider.`)
  }
}

/** A provider answers but has no latest block, for example while it syncs. Try again later, or use another provider. */
export class UnreadableChainError extends OutriggerError {
  readonly code = 'UNREADABLE_CHAIN'
  override readonly retryable = true
  constructor(chain: string) {
    super(`A provider of ${chain} has no latest block, so there is nothing to price gas from. Is it still syncing?`)
  }
}

/**
 * The head of an OP-stack chain carries fee parameters of a version that is not known, and the node does not state the next
 * base fee. Use a node that answers `eth_feeHistory`, or a newer version of Outrigger.
 */
export class UnknownFeeRuleError extends OutriggerError {
  readonly code = 'UNKNOWN_FEE_RULE'
  override readonly retryable = true
  constructor(chain: string, extraData: string | null) {
    super(
      `The next base fee of ${chain} is unknown: its head has ${extraData === null ? 'no extraData' : `extraData ${extraData.slice(0, 66)} of an unknown version`}, and the node does not state the fee. Use a node that answers eth_feeHistory, or update Outrigger.`,
    )
  }
}

/** A window or a confidence that no fee can be named for. The message says what to ask instead; retrying does not help. */
export class GasModelError extends OutriggerError {
  readonly code = 'GAS_MODEL_INPUT'
}
