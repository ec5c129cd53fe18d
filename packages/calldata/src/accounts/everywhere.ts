import { type ChainName, chains } from '@outrigger/core'
import type { Address } from 'viem'

/**
 * Returns the addresses of contracts that have the same address on every EVM chain, through CREATE2 or a presigned
 * transaction.
 */
export function everywhere(...addresses: readonly Address[]): { readonly [chain in ChainName]?: readonly Address[] } {
  const names = (Object.keys(chains) as ChainName[]).filter((name) => chains[name].family === 'evm')
  return Object.fromEntries(names.map((name) => [name, addresses]))
}
