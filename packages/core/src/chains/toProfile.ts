import type { Chain } from 'viem'
import type { ChainProfile } from './chain.ts'
import { findChainById } from './registry.ts'

/** Ethereum's, where a definition does not say. */
const defaultBlockTimeMs = 12_000

/**
 * Profile of a chain as viem defines it: by its id the one that is known, otherwise what the definition says. Of a chain that is
 * not known nothing is assumed about its fees, its mempool or its tokens.
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
