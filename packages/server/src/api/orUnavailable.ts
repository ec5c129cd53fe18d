import { OutriggerError, type ProviderPool, redactText } from '@outrigger/core'
import { ContractError } from '../contract/errors.ts'
import { UpstreamUnavailableError } from './chainErrors.ts'

/** What `read` gives; a failure of the library becomes one of the upstream, with what keeps each endpoint from answering. */
export async function orUnavailable<value>(
  upstream: string,
  read: () => Promise<value>,
  pool?: ProviderPool,
): Promise<value> {
  try {
    return await read()
  } catch (error) {
    const failure = findFailure(error)
    if (failure === undefined || failure instanceof ContractError) throw error
    throw new UpstreamUnavailableError(upstream, `${redactText(failure.message)}${toReasons(pool)}`, error)
  }
}

/** Clients of viem wrap what their transport throws. */
function findFailure(error: unknown): OutriggerError | undefined {
  if (error instanceof OutriggerError) return error
  return error instanceof Error ? findFailure(error.cause) : undefined
}

function toReasons(pool: ProviderPool | undefined): string {
  const endpoints = pool?.report().endpoints ?? []
  return endpoints.flatMap(({ name, reason }) => (reason === null ? [] : ` ${name}: ${reason}`)).join('')
}
