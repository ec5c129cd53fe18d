import { OutriggerError } from '@outrigger/core'

/** The builder's chain does not follow its commands. The message says how to start it. */
export class BuilderError extends OutriggerError {
  readonly code = 'BUILDER'
}

/** The error that a relay returns for a rejected request. */
export class RefusedError extends OutriggerError {
  readonly code = 'REFUSED'
}
