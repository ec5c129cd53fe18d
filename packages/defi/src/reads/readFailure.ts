import type { Deployment } from '@outrigger/calldata'
import { type ChainName, OutriggerError } from '@outrigger/core'
import type { LendingProtocol } from '../lending/protocol.ts'
import type { Market } from '../market/market.ts'
import { NoDollarValueError } from '../positions/computePosition.ts'
import type { SkippedProtocol } from '../positions/position.ts'
import { LendingReadError, NoContractError, UnreadableBlockError } from './readErrors.ts'

/** Something of a protocol that could not be read, or not be valued. */
export type ReadFailure = {
  readonly protocol: LendingProtocol
  readonly deployment: Deployment
  readonly market: Market['id']
  readonly cause: unknown
}

/** One block said otherwise than another: nothing can be said of it yet. */
export class UnsettledReadError extends OutriggerError {
  readonly code = 'UNSETTLED_READ'
  override readonly retryable = true
  constructor(options: ErrorOptions) {
    super(
      'It answered otherwise at one block than at the one before: the chain is being reorganised, or a provider fails. Ask again.',
      options,
    )
  }
}

/** Whether it says something of the chain's contracts, and not of whoever was asked for them. */
export function isVerdict({ cause }: ReadFailure): boolean {
  return cause instanceof LendingReadError || cause instanceof NoDollarValueError
}

/** Whether nobody can have anything there. */
export function isAbsent({ cause, deployment }: ReadFailure): boolean {
  return cause instanceof NoContractError && cause.address.toLowerCase() === deployment.address
}

/** What both blocks must say alike. */
export function toVerdictKey({ protocol, market, cause }: ReadFailure): string {
  return `${protocol.id} ${market} ${(cause as LendingReadError).code}`
}

export type Skipped = {
  readonly skipped: readonly SkippedProtocol[]
  /** Whether nothing is left out that an account may have. */
  readonly isComplete: boolean
}

/**
 * What is reported of failures. A protocol that is not on the chain is one entry; of one that is there in part, the
 * deployments that are not have nothing to report.
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

/** Of a protocol none of whose contracts is there. */
export function toAbsenceReason({ name, deployments }: LendingProtocol, chain: ChainName): string {
  const [first, ...others] = (deployments[chain] ?? []).map(({ address }) => address)
  const rest = others.length === 0 ? '' : `, nor at its ${others.length} other addresses`
  return `${name} is not deployed on the provider's chain: there is no contract at ${first}${rest}.`
}

const telling = [LendingReadError, NoDollarValueError, UnreadableBlockError, UnsettledReadError]

export function toReason(cause: unknown): string {
  return telling.some((type) => cause instanceof type)
    ? (cause as Error).message
    : 'The provider did not answer; try again, or add another endpoint.'
}
