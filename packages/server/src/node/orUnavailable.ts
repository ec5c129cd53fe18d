import { AllProvidersFailedError, OutriggerError, type PoolReport } from '@outrigger/core'
import { redactText } from '@outrigger/core/internal'
import { ServiceError } from '../errors/serviceError.ts'
import { UpstreamUnavailableError } from './chainErrors.ts'

type Reporting = { report(): PoolReport }

/**
 * Returns the result of `read`. Converts an error of the library to an upstream error that lists the reason for each endpoint.
 */
export async function orUnavailable<value>(
  upstream: string,
  read: () => Promise<value>,
  pool?: Reporting,
): Promise<value> {
  try {
    return await read()
  } catch (error) {
    const failure = findFailure(error)
    if (failure === undefined || failure instanceof ServiceError) throw error
    throw new UpstreamUnavailableError(upstream, redactText(toText(failure, toReasons(pool))), error)
  }
}

/** Names each endpoint once, with the reason why it is out of service if known. */
function toText(failure: OutriggerError, reasons: string): string {
  const isNamed = failure instanceof AllProvidersFailedError && reasons !== ''
  return `${isNamed ? failure.summary : failure.message}${reasons}`
}

/** Clients of viem wrap the errors of their transport. */
function findFailure(error: unknown): OutriggerError | undefined {
  if (error instanceof OutriggerError) return error
  return error instanceof Error ? findFailure(error.cause) : undefined
}

function toReasons(pool: Reporting | undefined): string {
  const endpoints = pool?.report().endpoints ?? []
  const reasons = endpoints.flatMap(({ name, reason }) => (reason === null ? [] : `${name}: ${reason}`))
  return reasons.length === 0 ? '' : ` ${reasons.join('; ')}`
}
