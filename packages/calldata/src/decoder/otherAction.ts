import type { Decode } from './protocol.ts'

/** A known function without an action of its own kind. */
export const otherAction: Decode = (call) => call.emit({ kind: 'other' })
