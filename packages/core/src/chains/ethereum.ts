import { mainnet as chain } from 'viem/chains'
import { defineEvmChain } from './chain.ts'

export const ethereum = defineEvmChain({
  name: 'ethereum',
  chain,
  consensus: 'proof_of_stake',
  blockTimeMs: 12_000,
  feeModel: { kind: 'eip1559', elasticityMultiplier: 2n, baseFeeChangeDenominator: 8n },
  mempool: 'public',
})
