import { mantle as chain } from 'viem/chains'
import { defineEvmChain } from './chain.ts'

export const mantle = defineEvmChain({
  name: 'mantle',
  chain,
  consensus: 'optimistic_rollup',
  blockTimeMs: 2_000,
  feeModel: { kind: 'gasPrice' },
  mempool: 'sequencer',
  settlesOn: 'ethereum',
})
