import { scroll as chain } from 'viem/chains'
import { defineEvmChain } from './chain.ts'

export const scroll = defineEvmChain({
  name: 'scroll',
  chain,
  consensus: 'zk_rollup',
  blockTimeMs: 3_000,
  feeModel: { kind: 'gasPrice' },
  mempool: 'sequencer',
  settlesOn: 'ethereum',
})
