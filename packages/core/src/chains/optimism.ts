import { defineEvmChain, eip7825GasCap } from './chain.ts'
import { opStack } from './formats/opStack.ts'

export const optimism = defineEvmChain({
  name: 'optimism',
  chain: {
    ...opStack,
    contracts: {
      ...opStack.contracts,
      disputeGameFactory: { 1: { address: '0xe5965Ab5962eDc7477C8520243A95517CD252fA9' } },
      l2OutputOracle: { 1: { address: '0xdfe97868233d1aa22e815a266982f2cf17685a27' } },
      multicall3: { address: '0xca11bde05977b3631167028862be2a173976ca11', blockCreated: 4_286_263 },
      portal: { 1: { address: '0xbEb5Fc579115071764c7423A4f12eDde41f106Ed' } },
      l1StandardBridge: { 1: { address: '0x99C9fc46f92E8a1c0deC1b1747d010903E884bE1' } },
    },
    id: 10,
    name: 'OP Mainnet',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: ['https://mainnet.optimism.io'] } },
    blockExplorers: {
      default: {
        name: 'Optimism Explorer',
        url: 'https://optimistic.etherscan.io',
        apiUrl: 'https://api-optimistic.etherscan.io/api',
      },
    },
    sourceId: 1,
  },
  consensus: 'optimistic_rollup',
  blockTimeMs: 2_000,
  feeModel: { kind: 'opStack', elasticityMultiplier: 6n, baseFeeChangeDenominator: 250n },
  mempool: 'sequencer',
  // Since Karst (July 2026).
  transactionGasCap: eip7825GasCap,
  wrappedNative: '0x4200000000000000000000000000000000000006',
  settlesOn: 'ethereum',
})
