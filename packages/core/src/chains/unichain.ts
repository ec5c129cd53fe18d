import { unichain as chain } from 'viem/chains'
import { defineEvmChain } from './chain.ts'

export const unichain = defineEvmChain({
  name: 'unichain',
  chain,
  consensus: 'optimistic_rollup',
  blockTimeMs: 1_000,
  feeModel: { kind: 'opStack', elasticityMultiplier: 6n, baseFeeChangeDenominator: 250n },
  mempool: 'sequencer',
  settlesOn: 'ethereum',
})
