import { base as chain } from 'viem/chains'
import { defineEvmChain } from './chain.ts'

export const base = defineEvmChain({
  name: 'base',
  chain,
  consensus: 'optimistic_rollup',
  blockTimeMs: 2_000,
  feeModel: { kind: 'opStack', elasticityMultiplier: 6n, baseFeeChangeDenominator: 250n },
  mempool: 'sequencer',
  settlesOn: 'ethereum',
})
