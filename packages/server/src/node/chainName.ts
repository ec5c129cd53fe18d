import { findChainName } from '@outrigger/core/internal'

/** Returns the name of the chain with this name or id. Returns other text unchanged. */
export function toChainName(text: string): string {
  return findChainName(text) ?? text
}
