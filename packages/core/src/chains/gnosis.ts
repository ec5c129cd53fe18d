import { gnosis as chain } from 'viem/chains'
import { defineEvmChain } from './chain.ts'

export const gnosis = defineEvmChain({
  name: 'gnosis',
  chain,
  consensus: 'proof_of_stake',
  blockTimeMs: 5_000,
  feeModel: { kind: 'eip1559', elasticityMultiplier: 2n, baseFeeChangeDenominator: 8n },
  mempool: 'public',
})
