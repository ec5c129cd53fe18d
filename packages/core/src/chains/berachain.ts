import { berachain as chain } from 'viem/chains'
import { defineEvmChain } from './chain.ts'

export const berachain = defineEvmChain({
  name: 'berachain',
  chain,
  consensus: 'proof_of_liquidity',
  blockTimeMs: 2_000,
  feeModel: { kind: 'eip1559', elasticityMultiplier: 2n, baseFeeChangeDenominator: 8n },
  mempool: 'public',
})
