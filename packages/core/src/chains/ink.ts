import { ink as chain } from 'viem/chains'
import { defineEvmChain } from './chain.ts'

export const ink = defineEvmChain({
  name: 'ink',
  chain,
  consensus: 'optimistic_rollup',
  blockTimeMs: 1_000,
  feeModel: { kind: 'opStack', elasticityMultiplier: 6n, baseFeeChangeDenominator: 250n },
  mempool: 'sequencer',
  settlesOn: 'ethereum',
})
