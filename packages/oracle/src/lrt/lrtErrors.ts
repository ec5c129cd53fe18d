import { OutriggerError } from '@outrigger/core'
import type { SkippedLrt } from './lrtRates.ts'

/** A symbol that is no known liquid restaking token. */
export class UnknownLrtError extends OutriggerError {
  readonly code = 'UNKNOWN_LRT'
  constructor(symbol: string, known: readonly string[]) {
    super(`Unknown liquid restaking token "${symbol}". Known tokens: ${known.join(', ')}.`)
  }
}

/** The chain answered, but not with a rate that can be believed. */
export class LrtRateError extends OutriggerError {
  readonly code = 'LRT_RATE'
  readonly skipped: readonly SkippedLrt[]
  constructor(skipped: readonly SkippedLrt[]) {
    super(
      `No rate for ${skipped.map(({ token, reason }) => `${token} (${reason})`).join(', ')}. Ask for other tokens, or accept a partial answer.`,
    )
    this.skipped = skipped
  }
}

/** The ETH/USD feed is over age or answers nonsense. */
export class EthPriceError extends OutriggerError {
  readonly code = 'ETH_PRICE'
  override readonly retryable = true
  constructor(reason: string) {
    super(`The Chainlink ETH/USD feed cannot be used: ${reason}.`)
  }
}

/** Nothing cached and nobody answered. */
export class LrtUnavailableError extends OutriggerError {
  readonly code = 'LRT_UNAVAILABLE'
  override readonly retryable = true
  constructor(cause: unknown) {
    super('No provider of ethereum answered and no restaking rates are cached yet. Check its endpoints, then retry.', {
      cause,
    })
  }
}

/** The chain has no contract where Ethereum has Multicall3. */
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
