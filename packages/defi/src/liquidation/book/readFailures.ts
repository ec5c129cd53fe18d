import type { Address } from 'viem'
import { LendingReadError, NoContractError } from '../../reads/readErrors.ts'

const retryMs = { min: 50, max: 2_000, foreign: 30_000, absent: 600_000 }

/** Readings of a deployment that failed one after another; null after one that succeeded. */
export type ReadFailures = { readonly cause: unknown; readonly count: number; readonly retryAtMs: number } | null

/**
 * One more failure. What has answered before is no other contract (an oracle is silent, say, and will not be for long):
 * only what has never answered is asked again much later.
 *
 * @param wasRead whether it has ever been read
 */
export function addFailure(
  before: ReadFailures,
  cause: unknown,
  deployment: Address,
  wasRead: boolean,
  nowMs: number,
): NonNullable<ReadFailures> {
  const count = (before?.count ?? 0) + 1
  const failures = { cause, count, retryAtMs: nowMs }
  const backOffMs = Math.min(retryMs.max, retryMs.min * 2 ** Math.min(count - 1, 8))
  if (wasRead || !isFromOtherContract(failures)) return { ...failures, retryAtMs: nowMs + backOffMs }
  return { ...failures, retryAtMs: nowMs + (hasNoCode(failures, deployment) ? retryMs.absent : retryMs.foreign) }
}

export type ReadFailureReport = {
  /** Null while it can be read, and while a missing contract is not certain: that is no failure. */
  readonly trouble: string | null
  /** Not for want of an answer: its contracts are not there, or answer in another form. */
  readonly isOtherContract: boolean
  /** There is no contract, and never was. */
  readonly isAbsent: boolean
}

export function toFailureReport(failures: ReadFailures, deployment: Address, wasRead: boolean): ReadFailureReport {
  if (failures === null) return { trouble: null, isOtherContract: false, isAbsent: false }
  const isMissing = hasNoCode(failures, deployment)
  const isOtherContract = isFromOtherContract(failures)
  return {
    trouble: isMissing && failures.count === 1 ? null : (failures.cause as Error).message,
    isOtherContract,
    isAbsent: isOtherContract && isMissing && !wasRead,
  }
}

/** Once may be the provider's doing. */
function isFromOtherContract({ cause, count }: NonNullable<ReadFailures>): boolean {
  return cause instanceof LendingReadError && count > 1
}

function hasNoCode({ cause }: NonNullable<ReadFailures>, deployment: Address): boolean {
  return cause instanceof NoContractError && cause.address.toLowerCase() === deployment
}
