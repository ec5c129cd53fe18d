import { linea as chain } from 'viem/chains'
import { defineEvmChain } from './chain.ts'

export const linea = defineEvmChain({
  name: 'linea',
  chain,
  consensus: 'zk_rollup',
  blockTimeMs: 2_000,
  feeModel: { kind: 'gasPrice' },
  mempool: 'sequencer',
  settlesOn: 'ethereum',
})
