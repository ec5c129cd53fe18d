import { avalanche as chain } from 'viem/chains'
import { defineEvmChain } from './chain.ts'

export const avalanche = defineEvmChain({
  name: 'avalanche',
  chain,
  consensus: 'proof_of_stake',
  blockTimeMs: 1_700,
  feeModel: { kind: 'avalanche' },
  mempool: 'public',
})
