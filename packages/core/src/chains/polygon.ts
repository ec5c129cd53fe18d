import { polygon as chain } from 'viem/chains'
import { defineEvmChain } from './chain.ts'

export const polygon = defineEvmChain({
  name: 'polygon',
  chain,
  consensus: 'proof_of_stake',
  blockTimeMs: 2_000,
  feeModel: {
    kind: 'eip1559',
    elasticityMultiplier: 2n,
    // 64 since the Bhilai fork (PIP-58).
    baseFeeChangeDenominator: 64n,
    // Bor refuses to pool transactions that tip less than 25 gwei.
    minPriorityFeePerGas: 25_000_000_000n,
  },
  mempool: 'public',
})
