import type { ChainName } from '@outrigger/core'
import type { Address } from 'viem'

/** Returns the same addresses for several chains. */
export function deployedOn<chain extends ChainName>(
  chains: readonly chain[],
  ...addresses: readonly Address[]
): { readonly [name in chain]: readonly Address[] } {
  return Object.fromEntries(chains.map((chain) => [chain, addresses])) as { [name in chain]: readonly Address[] }
}
