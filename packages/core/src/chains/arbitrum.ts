import { arbitrum as chain } from 'viem/chains'
import { defineEvmChain } from './chain.ts'

export const arbitrum = defineEvmChain({
  name: 'arbitrum',
  chain,
  consensus: 'optimistic_rollup',
  blockTimeMs: 250,
  feeModel: { kind: 'arbitrum', minBaseFeePerGas: 10_000_000n },
  mempool: 'sequencer',
  settlesOn: 'ethereum',
})
