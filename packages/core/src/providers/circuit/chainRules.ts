import type { ChainProfile } from '../../chains/chain.ts'

/** Returns defaults that depend on a chain's block time. */
export function getChainRules({ blockTimeMs }: ChainProfile) {
  return {
    /** The number of blocks in ten seconds, at least two. */
    maxLagBlocks: Math.max(2, Math.ceil(10_000 / blockTimeMs)),
    probeIntervalMs: Math.min(12_000, Math.max(2000, blockTimeMs)),
  }
}
