import type { ChainName } from '@outrigger/core'

type Lender = { readonly name: string; readonly chains: readonly ChainName[] }

/**
 * Large lenders whose positions are not read, with their chains. Sources: aave.com/docs/resources/addresses,
 * EulerChains.json of euler-xyz/euler-interfaces, deployments of Instadapp/fluid-contracts-public.
 */
const lenders: readonly Lender[] = [
  { name: 'Aave v4', chains: ['ethereum'] },
  {
    name: 'Euler',
    chains: ['ethereum', 'base', 'arbitrum', 'polygon', 'avalanche', 'bsc', 'linea', 'unichain', 'sonic', 'berachain'],
  },
  { name: 'Fluid', chains: ['ethereum', 'arbitrum', 'base', 'polygon'] },
]

/** Returns the names of a chain's lenders whose positions are not read. */
export const listUnsupportedLenders = (chain: ChainName): readonly string[] =>
  lenders.filter(({ chains }) => chains.includes(chain)).map(({ name }) => name)
