import type { Chain } from 'viem'
import type { ChainProfile } from './chain.ts'
import { findChainById } from './registry.ts'

/** Used if a definition has no block time. Ethereum's block time. */
const defaultBlockTimeMs = 12_000

/**
 * Returns the profile for a viem chain: the known profile with its id, otherwise one made from the definition. For an unknown chain
 * nothing is assumed about its fees, mempool or tokens.
 */
export function toProfile(chain: Chain): ChainProfile {
  const known = findChainById(chain.id)
  if (known !== undefined) return known
  return {
    name: chain.name.toLowerCase().replaceAll(/[^a-z\d]+/g, '_'),
    family: 'evm',
    networkType: 'mainnet',
    chainId: chain.id,
    network: null,
    viemChain: chain,
    settlesOn: null,
    consensus: 'unknown',
    blockTimeMs: chain.blockTime ?? defaultBlockTimeMs,
    nativeCurrency: chain.nativeCurrency,
    explorer: (chain.blockExplorers?.default.url ?? '').replace(/\/$/, ''),
    feeModel: { kind: 'gasPrice' },
    mempool: 'none',
    transactionGasCap: null,
    blobs: null,
    wrappedNative: null,
  }
}
