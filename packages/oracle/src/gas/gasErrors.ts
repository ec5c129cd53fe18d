import { OutriggerError } from '@outrigger/core'

/**
 * Thrown if no provider of the chain returns usable fees and no gas price is cached. The oracle keeps retrying. Check the
 * endpoints, then retry.
 */
export class GasUnavailableError extends OutriggerError {
  readonly code = 'GAS_UNAVAILABLE'
  override readonly retryable = true
  constructor(chain: string, cause: unknown) {
    const reason =
      cause instanceof ImplausibleFeesError
        ? `There is no gas price of ${chain} yet. ${cause.message}`
        : `No provider of ${chain} answered and no gas price is cached yet. Check its endpoints. The oracle keeps retrying.`
    super(reason, { cause })
  }
}

/**
 * Thrown if the chain has no EVM gas market, or the oracle has no pool for the chain. Add a pool of that chain.
 * Retrying does not help.
 */
export class ChainNotServedError extends OutriggerError {
  readonly code = 'CHAIN_NOT_SERVED'
  constructor(chain: string, served: readonly string[]) {
    super(
      `No gas price for "${chain}": ${served.length === 0 ? 'no chain is configured' : `configured chains are ${served.join(', ')}`}. Add a provider pool of an EVM chain.`,
    )
  }
}

/**
 * Thrown if a provider returns impossible fees. The oracle ignores these fees and serves the last good price. Replace
 * the provider if this continues.
 */
export class ImplausibleFeesError extends OutriggerError {
  readonly code = 'IMPLAUSIBLE_FEES'
  override readonly retryable = true
  constructor(reason: string) {
    super(
      `A provider's fees are implausible and are not used. ${reason} If this continues, check or replace the provider.`,
    )
  }
}

/** Thrown if a provider has no latest block, for example while the node syncs. Retry later, or use another provider. */
export class UnreadableChainError extends OutriggerError {
  readonly code = 'UNREADABLE_CHAIN'
  override readonly retryable = true
  constructor(chain: string) {
    super(`A provider of ${chain} has no latest block, so gas cannot be priced. Is it still syncing?`)
  }
}

/**
 * Thrown if the head of an OP-stack chain has fee parameters of an unknown version, and the node does not report the next
 * base fee. Use a node that supports `eth_feeHistory`, or a newer version of Outrigger.
 */
export class UnknownFeeRuleError extends OutriggerError {
  readonly code = 'UNKNOWN_FEE_RULE'
  override readonly retryable = true
  constructor(chain: string, extraData: string | null) {
    super(
      `The next base fee of ${chain} is unknown: its head has ${extraData === null ? 'no extraData' : `extraData ${extraData.slice(0, 66)} of an unknown version`}, and the node does not report the fee. Use a node that supports eth_feeHistory, or update Outrigger.`,
    )
  }
}

/**
 * Thrown for a window or confidence that the gas model does not support. The message contains the limits. Retrying
 * does not help.
 */
export class GasModelError extends OutriggerError {
  readonly code = 'GAS_MODEL_INPUT'
}
