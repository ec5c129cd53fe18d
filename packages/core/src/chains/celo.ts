import { celo as chain } from 'viem/chains'
import { defineEvmChain } from './chain.ts'

export const celo = defineEvmChain({
  name: 'celo',
  chain,
  consensus: 'optimistic_rollup',
  blockTimeMs: 1_000,
  feeModel: { kind: 'opStack', elasticityMultiplier: 5n, baseFeeChangeDenominator: 400n },
  mempool: 'sequencer',
  settlesOn: 'ethereum',
})
