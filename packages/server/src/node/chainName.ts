import { findChainName } from '@outrigger/core/internal'

/** The name of the chain with this name or id; any other text as it is. */
export function toChainName(text: string): string {
  return findChainName(text) ?? text
}
