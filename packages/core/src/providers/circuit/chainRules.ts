import type { ChainProfile } from '../../chains/chain.ts'

/** Returns defaults that depend on a chain's block time. */
export function getChainRules({ blockTimeMs, consensus }: ChainProfile) {
  // Blocks of proof of work come at random: one in 20 takes longer than three block times, one in 400 longer than six.
  const blocks = consensus === 'proof_of_work' ? 6 : 3
  return {
    maxHeadAgeMs: Math.max(30_000, blocks * blockTimeMs),
    /** The number of blocks in ten seconds, at least two. */
    maxLagBlocks: Math.max(2, Math.ceil(10_000 / blockTimeMs)),
    probeIntervalMs: Math.min(12_000, Math.max(2000, blockTimeMs)),
  }
}
