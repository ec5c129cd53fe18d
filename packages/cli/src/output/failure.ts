import { ApiAnswerError } from '@outrigger/api'
import { AllProvidersFailedError, type OutriggerError } from '@outrigger/core'
import { escapeControls, redactText } from '@outrigger/core/internal'
import { ListenError } from '@outrigger/server'
import { NoProviderError } from '../config/providers.ts'
import { exitCodes, SilentFailure } from '../exitCodes.ts'

export type Failure = { readonly exitCode: number; readonly message: string | null }

/** Codes of errors that are caused by a wrong command line or setting. */
const usageCodes: readonly string[] = [
  'USAGE',
  'CONFIG_FILE',
  'AMBIGUOUS_TOKEN',
  'INVALID_ADDRESS',
  'INVALID_ALLOWED_IP',
  'INVALID_BLOCK',
  'INVALID_BUNDLE',
  'INVALID_CHAIN',
  'INVALID_CONFIG',
  'INVALID_ENDPOINT',
  'INVALID_KEY',
  'INVALID_PARAMETER',
  'INVALID_QUERY',
  'TOO_FEW_ENDPOINTS',
  'UNKNOWN_CHAIN',
  'UNKNOWN_LRT',
  'UNKNOWN_TOKEN',
]

/** Returns the message and the exit code of an error. Includes the stack only with `--verbose`, and never a secret. */
export function toFailure(error: unknown, verbose = false): Failure {
  if (error instanceof SilentFailure) return { exitCode: exitCodes.failed, message: null }
  const isUsage = isOwn(error) && usageCodes.includes(error.code)
  const exitCode =
    error instanceof NoProviderError ? exitCodes.noProvider : isUsage ? exitCodes.usage : exitCodes.failed
  const lines = verbose ? toStacks(error).split('\n') : toLines(error)
  return { exitCode, message: lines.map((line) => escapeControls(redactText(line))).join('\n') }
}

/**
 * Returns true for errors of Outrigger, also of another copy of core, because the embedded chain beside a bundled
 * command has its own copy.
 */
const isOwn = (error: unknown): error is OutriggerError =>
  error instanceof Error && 'code' in error && 'retryable' in error

/** Codes of errors whose message has several lines, because it points at the place in a query. */
const linedCodes: readonly string[] = ['INVALID_QUERY', 'QUERY']

const toLines = (error: unknown): readonly string[] =>
  isOwn(error) && linedCodes.includes(error.code) ? error.message.split('\n') : [toSentence(error)]

function toSentence(error: unknown): string {
  const failures = causes(error).find((cause) => cause instanceof AllProvidersFailedError)
  if (failures instanceof Error) return failures.message
  if (error instanceof ListenError) return `${error.message} The ports are set with --port and --gateway-port.`
  if (error instanceof ApiAnswerError && error.status === 401)
    return `${error.message.replace(/\.?$/, '.')} Set OUTRIGGER_API_KEY, or pass --api-key.`
  if (isOwn(error)) return error.message
  const message = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
  return `${message || 'An unexpected error'} (--verbose shows where)`
}

function toStacks(error: unknown): string {
  return causes(error)
    .map((cause) => (cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)))
    .join('\ncaused by: ')
}

function causes(error: unknown): readonly unknown[] {
  return error instanceof Error && error.cause !== undefined ? [error, ...causes(error.cause)] : [error]
}
