import { OutriggerError } from '@outrigger/core'

export const exitCodes = {
  ok: 0,
  failed: 1,
  /** The command line or a setting is wrong. */
  usage: 2,
  /** No provider is configured. */
  noProvider: 3,
  /** SIGINT, as shells count it: 128 + 2. */
  interrupted: 130,
  /** SIGTERM before the work was done. A server that stops cleanly returns 0. */
  terminated: 143,
} as const

export class UsageError extends OutriggerError {
  readonly code = 'USAGE'
}

/** A failure whose message is already printed or part of the data. It only sets the exit code. */
export class SilentFailure extends OutriggerError {
  readonly code = 'FAILED'
  constructor() {
    super('The command failed; see its output.')
  }
}
