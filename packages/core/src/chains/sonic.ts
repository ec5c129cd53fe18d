import { sonic as chain } from 'viem/chains'
import { defineEvmChain } from './chain.ts'

export const sonic = defineEvmChain({
  name: 'sonic',
  chain,
  consensus: 'proof_of_stake',
  blockTimeMs: 630,
  feeModel: { kind: 'gasPrice' },
  mempool: 'public',
})
