import { defineEvmChain, eip7825GasCap } from './chain.ts'
import { opStack } from './formats/opStack.ts'

export const base = defineEvmChain({
  name: 'base',
  chain: {
    ...opStack,
    contracts: {
      ...opStack.contracts,
      disputeGameFactory: { 1: { address: '0x43edB88C4B80fDD2AdFF2412A7BebF9dF42cB40e' } },
      l2OutputOracle: { 1: { address: '0x56315b90c40730925ec5485cf004d835058518A0' } },
      multicall3: { address: '0xca11bde05977b3631167028862be2a173976ca11', blockCreated: 5022 },
      portal: { 1: { address: '0x49048044D57e1C92A77f79988d21Fa8fAF74E97e', blockCreated: 17_482_143 } },
      l1StandardBridge: { 1: { address: '0x3154Cf16ccdb4C6d922629664174b904d80F2C35', blockCreated: 17_482_143 } },
    },
    id: 8453,
    name: 'Base',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: ['https://mainnet.base.org'] } },
    blockExplorers: {
      default: { name: 'Basescan', url: 'https://basescan.org', apiUrl: 'https://api.basescan.org/api' },
    },
    sourceId: 1,
  },
  consensus: 'optimistic_rollup',
  blockTimeMs: 2_000,
  feeModel: { kind: 'opStack', elasticityMultiplier: 6n, baseFeeChangeDenominator: 250n },
  mempool: 'sequencer',
  // Since Azul (May 2026).
  transactionGasCap: eip7825GasCap,
  wrappedNative: '0x4200000000000000000000000000000000000006',
  settlesOn: 'ethereum',
})
