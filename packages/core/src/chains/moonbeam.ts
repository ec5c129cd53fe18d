import { moonbeam as chain } from 'viem/chains'
import { defineEvmChain } from './chain.ts'

export const moonbeam = defineEvmChain({
  name: 'moonbeam',
  chain,
  consensus: 'nominated_proof_of_stake',
  blockTimeMs: 6_000,
  feeModel: { kind: 'gasPrice' },
  mempool: 'public',
})
