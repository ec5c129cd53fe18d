import type { Decode } from './protocol.ts'

/** Decodes a known function that has no action kind of its own. */
export const otherAction: Decode = (call) => call.emit({ kind: 'other' })
