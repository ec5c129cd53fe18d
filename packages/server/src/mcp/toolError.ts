import { ApiAnswerError, ApiError } from '@outrigger/api'
import { OutriggerError } from '@outrigger/core'
import { toQuoted } from './untrusted.ts'

/** An answer of a tool that says what failed and what to do. */
export type ToolFailure = { readonly code: string; readonly what: string; readonly advice: string }

const advices: Readonly<Record<string, string>> = {
  INVALID_CHAIN: 'Use a chain of this node: get_provider_status lists them.',
  INVALID_ADDRESS: 'Correct the address: 0x and 40 hexadecimal digits, in lower case or with a valid checksum.',
  INVALID_PARAMETER: 'Correct the arguments. The input schema of the tool describes them.',
  INVALID_API_KEY: 'Ask the user for a valid API key of the node. `outrigger keys create` makes one.',
  INSUFFICIENT_PERMISSIONS: 'Ask the user for an API key with the scope that the message names.',
  METHOD_NOT_ALLOWED: 'Ask the user for an API key of a higher tier.',
  NOT_FOUND: 'Check the hash, address or id, and the chain. search finds on which chain it is.',
  RATE_LIMIT_EXCEEDED: 'Wait before the next call, and make fewer calls.',
  THROUGHPUT_EXCEEDED: 'Wait a second before the next call.',
  NOT_AVAILABLE: 'The configuration of the node does not enable this. Ask its operator.',
  UPSTREAM_UNAVAILABLE: 'Call get_provider_status to see which provider fails and since when, or try again later.',
  SERVICE_UNREACHABLE: 'Check that the node runs, or try again later.',
  INTERNAL_ERROR: 'Try again once. If it fails again, report it to the operator of the node.',
}
/** Codes of some error shapes are other words for the same. */
const aliases: Readonly<Record<string, string>> = {
  CHAIN_NOT_FOUND: 'INVALID_CHAIN',
  SERVICE_UNAVAILABLE: 'UPSTREAM_UNAVAILABLE',
}

/** Describes an error to an agent. Messages can contain text from outside, so they are quoted. */
export function toToolFailure(error: unknown): ToolFailure {
  if (!(error instanceof ApiError || error instanceof OutriggerError))
    return { code: 'INTERNAL_ERROR', what: 'The tool failed unexpectedly.', advice: advices['INTERNAL_ERROR'] ?? '' }
  const upper = error.code.toUpperCase()
  const code = aliases[upper] ?? upper
  // "gasInclusion failed with 400 INVALID_CHAIN: …": an agent knows no ids of endpoints.
  const message =
    error instanceof ApiAnswerError ? error.message.replace(/^\w+ failed with \d+ \w+: /, '') : error.message
  return {
    code,
    what: toQuoted(message),
    advice: advices[code] ?? 'Correct the arguments, or ask the operator of the node.',
  }
}
