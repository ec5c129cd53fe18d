import { zksync as chain } from 'viem/chains'
import { defineEvmChain } from './chain.ts'

export const zksync = defineEvmChain({
  name: 'zksync',
  chain,
  consensus: 'zk_rollup',
  blockTimeMs: 1_000,
  feeModel: { kind: 'gasPrice' },
  mempool: 'sequencer',
  settlesOn: 'ethereum',
})
