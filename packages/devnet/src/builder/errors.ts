import { OutriggerError } from '@outrigger/core'

/** The builder's chain does not do what it is told; the message says how to start it. */
export class BuilderError extends OutriggerError {
  readonly code = 'BUILDER'
}

/** What a relay answers a request it does not take. */
export class RefusedError extends OutriggerError {
  readonly code = 'REFUSED'
}
