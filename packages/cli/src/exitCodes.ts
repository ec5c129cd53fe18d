import { OutriggerError } from '@outrigger/core'

export const exitCodes = {
  ok: 0,
  failed: 1,
  /** The command line or a setting is wrong. */
  usage: 2,
  /** Nothing to ask: no provider is configured. */
  noProvider: 3,
  /** SIGINT, as shells count it: 128 + 2. */
  interrupted: 130,
  /** SIGTERM before the work was done; a server that stops cleanly ends with 0. */
  terminated: 143,
} as const

export class UsageError extends OutriggerError {
  readonly code = 'USAGE'
}

/** The message was printed already, or is in the data; only the exit code is left to say. */
export class SilentFailure extends OutriggerError {
  readonly code = 'FAILED'
  constructor() {
    super('The command failed; see its output.')
  }
}
