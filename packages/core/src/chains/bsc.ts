import { bsc as chain } from 'viem/chains'
import { defineEvmChain } from './chain.ts'

export const bsc = defineEvmChain({
  name: 'bsc',
  chain,
  consensus: 'proof_of_staked_authority',
  blockTimeMs: 750,
  feeModel: { kind: 'gasPrice' },
  mempool: 'public',
})
