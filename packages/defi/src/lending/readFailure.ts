import type { Deployment } from '@outrigger/calldata'
import { type ChainName, OutriggerError } from '@outrigger/core'
import type { Hex } from 'viem'
import { LendingReadError, NoContractError, UnreadableBlockError } from '../reads/readErrors.ts'
import type { Market } from './market.ts'
import { NoDollarValueError } from './prices.ts'
import type { LendingProtocol } from './protocol.ts'

/** A part of a protocol that could not be read or valued. */
export type ReadFailure = {
  readonly protocol: LendingProtocol
  readonly deployment: Deployment
  readonly market: Market['id']
  readonly cause: unknown
}

/** Two consecutive blocks gave contradicting answers, so the result is not known yet. */
export class UnsettledReadError extends OutriggerError {
  readonly code = 'UNSETTLED_READ'
  override readonly retryable = true
  constructor(options: ErrorOptions) {
    super(
      'Reads at two consecutive blocks returned contradicting data. A reorg is in progress or a provider is faulty. Retry.',
      options,
    )
  }
}

/** Returns whether the failure concerns the contract itself, not the provider. */
export function isVerdict({ cause }: ReadFailure): boolean {
  return cause instanceof LendingReadError || cause instanceof NoDollarValueError
}

/**
 * Returns whether the protocol has no contract at the deployment's address. Then no account can have a position
 * there.
 */
export function isAbsent({ cause, deployment }: ReadFailure): boolean {
  return cause instanceof NoContractError && cause.address.toLowerCase() === deployment.address
}

/** Returns the key of a failure. Two blocks confirm each other if they produce the same key. */
export function toVerdictKey({ protocol, market, cause }: ReadFailure): string {
  return `${protocol.id} ${market} ${(cause as LendingReadError).code}`
}

/** A protocol or market that is missing from the result, and the reason. */
export type SkippedProtocol = {
  readonly protocol: string
  /** Null if the whole protocol is missing. */
  readonly market: Hex | null
  readonly reason: string
}

export type Skipped = {
  readonly skipped: readonly SkippedProtocol[]
  /** Whether no position of an account can be missing. */
  readonly isComplete: boolean
}

/**
 * Returns the failures to report. A protocol without any contract on the chain is one entry. If only some of its
 * deployments are missing, they are not reported.
 */
export function toSkippedProtocols(failures: readonly ReadFailure[], chain: ChainName): Skipped {
  const missing = failures.filter(isAbsent)
  const present = failures.filter((failure) => !isAbsent(failure))
  const skipped = present.map(({ protocol, market, cause }) => ({
    protocol: protocol.id,
    market,
    reason: toReason(cause),
  }))
  const absent = [...new Set(missing.map(({ protocol }) => protocol))].flatMap((protocol) => {
    const addresses = (protocol.deployments[chain] ?? []).map(({ address }) => address)
    if (missing.filter((one) => one.protocol === protocol).length < addresses.length) return []
    return [{ protocol: protocol.id, market: null, reason: toAbsenceReason(protocol, chain) }]
  })
  return { skipped: [...skipped, ...absent], isComplete: present.length === 0 }
}

/** Returns the message that none of the protocol's contracts is on the chain. */
export function toAbsenceReason({ name, deployments }: LendingProtocol, chain: ChainName): string {
  const [first, ...others] = (deployments[chain] ?? []).map(({ address }) => address)
  const rest = others.length === 0 ? '' : `, nor at its ${others.length} other addresses`
  return `${name} is not deployed on the provider's chain: there is no contract at ${first}${rest}.`
}

const explainedErrors = [LendingReadError, NoDollarValueError, UnreadableBlockError, UnsettledReadError]

export function toReason(cause: unknown): string {
  return explainedErrors.some((type) => cause instanceof type)
    ? (cause as Error).message
    : 'The provider did not answer; try again, or add another endpoint.'
}
