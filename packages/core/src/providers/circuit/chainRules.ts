import type { ChainProfile } from '../../chains/chain.ts'

/** Defaults that follow from a chain's block time. */
export function getChainRules({ blockTimeMs }: ChainProfile) {
  return {
    /** Ten seconds of blocks, at least two. */
    maxLagBlocks: Math.max(2, Math.ceil(10_000 / blockTimeMs)),
    probeIntervalMs: Math.min(12_000, Math.max(2000, blockTimeMs)),
  }
}
