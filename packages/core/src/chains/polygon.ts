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
    // The Dandeli fork set the target to 65 % of the limit; since Lisovo (PIP-79) producers may choose their own target
    // and denominator as long as the base fee moves by 5 % a block at most, so these are the defaults.
    gasTargetPercent: 65n,
    maxBaseFeeChangePercent: 5n,
    // Bor refuses to pool transactions that tip less than 25 gwei.
    minPriorityFeePerGas: 25_000_000_000n,
  },
  mempool: 'public',
})
