import type { Decode } from './protocol.ts'

/** Returns rows of a function table: several signatures with the same decode function. */
export function each(decode: Decode, ...signatures: readonly string[]): { readonly [signature: string]: Decode } {
  return Object.fromEntries(signatures.map((signature) => [signature, decode]))
}
