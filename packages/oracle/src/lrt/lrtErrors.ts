import { OutriggerError } from '@outrigger/core'
import type { SkippedLrt } from './lrtRates.ts'

/** Thrown if no registered liquid restaking token has this symbol. The message lists the known symbols. */
export class UnknownLrtError extends OutriggerError {
  readonly code = 'UNKNOWN_LRT'
  constructor(symbol: string, known: readonly string[]) {
    super(`Unknown liquid restaking token "${symbol}". Known tokens: ${known.join(', ')}.`)
  }
}

/**
 * Thrown if one or more tokens have no plausible rate. `skipped` contains the reasons. Request other tokens, or pass
 * `partial: true` to get the remaining rates.
 */
export class LrtRateError extends OutriggerError {
  readonly code = 'LRT_RATE'
  readonly skipped: readonly SkippedLrt[]
  constructor(skipped: readonly SkippedLrt[]) {
    super(
      `No rate for ${skipped.map(({ token, reason }) => `${token} (${reason})`).join(', ')}. Request other tokens, or accept a partial answer.`,
    )
    this.skipped = skipped
  }
}

/**
 * Thrown if the Chainlink ETH/USD feed does not respond, or its answer is not positive or older than its heartbeat.
 * Retry later, or check the provider.
 */
export class EthPriceError extends OutriggerError {
  readonly code = 'ETH_PRICE'
  override readonly retryable = true
  constructor(reason: string) {
    super(`The Chainlink ETH/USD feed cannot be used: ${reason}.`)
  }
}

/** Thrown if no provider of Ethereum answers and no rates are cached. Check the endpoints, then retry. */
export class LrtUnavailableError extends OutriggerError {
  readonly code = 'LRT_UNAVAILABLE'
  override readonly retryable = true
  constructor(cause: unknown) {
    super('No provider of ethereum answered and no restaking rates are cached yet. Check its endpoints, then retry.', {
      cause,
    })
  }
}

/** Thrown if the Multicall3 contract is missing. Rates exist only on Ethereum mainnet, so check the endpoint. */
export class LrtContractsMissingError extends OutriggerError {
  readonly code = 'LRT_CONTRACTS_MISSING'
  constructor(address: string, cause: unknown) {
    super(
      `There is no Multicall3 at ${address}. Restaking rates need the contracts of Ethereum mainnet; check the endpoint.`,
      {
        cause,
      },
    )
  }
}
