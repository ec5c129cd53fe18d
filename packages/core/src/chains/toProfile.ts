import type { Chain } from 'viem'
import type { ChainProfile } from './chain.ts'
import { findChainById } from './registry.ts'

/** Block time of a chain whose definition contains none. It is that of Ethereum. */
const defaultBlockTimeMs = 12_000

/**
 * Returns the profile of a viem chain. If no known profile has its id, the profile is created from the definition,
 * without assumptions about fees, mempool or tokens.
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
