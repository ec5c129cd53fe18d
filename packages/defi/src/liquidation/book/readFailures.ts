import type { Address } from 'viem'
import { LendingReadError, NoContractError } from '../../reads/readErrors.ts'

const retryMs = { min: 50, max: 2_000, foreign: 30_000, absent: 600_000 }

/** Consecutive failed reads of a deployment. Null after a successful read. */
export type ReadFailures = { readonly cause: unknown; readonly count: number; readonly retryAtMs: number } | null

/**
 * Adds a failure. A deployment that was read before is retried soon, because its address has the right contract and,
 * for example, an oracle may fail for a short time. A deployment that was never read is retried much later if its
 * address may have another contract.
 *
 * @param wasRead whether it was ever read
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
  /** Why it cannot be read. Null if it can, and while a missing contract is not confirmed. */
  readonly trouble: string | null
  /** Its contracts are missing or do not answer like contracts of the protocol. */
  readonly isOtherContract: boolean
  /** It has no contract, and never had one. */
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

/** A single failure may be the provider's fault. */
function isFromOtherContract({ cause, count }: NonNullable<ReadFailures>): boolean {
  return cause instanceof LendingReadError && count > 1
}

function hasNoCode({ cause }: NonNullable<ReadFailures>, deployment: Address): boolean {
  return cause instanceof NoContractError && cause.address.toLowerCase() === deployment
}
