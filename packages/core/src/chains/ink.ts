import { defineEvmChain, eip7825GasCap } from './chain.ts'
import { opStack } from './formats/opStack.ts'

export const ink = defineEvmChain({
  name: 'ink',
  chain: {
    ...opStack,
    contracts: {
      ...opStack.contracts,
      multicall3: { address: '0xcA11bde05977b3631167028862bE2a173976CA11', blockCreated: 0 },
      disputeGameFactory: { 1: { address: '0x10d7b35078d3baabb96dd45a9143b94be65b12cd' } },
      portal: { 1: { address: '0x5d66c1782664115999c47c9fa5cd031f495d3e4f' } },
      l1StandardBridge: { 1: { address: '0x88ff1e5b602916615391f55854588efcbb7663f0' } },
    },
    id: 57_073,
    name: 'Ink',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: {
      default: {
        http: ['https://rpc-gel.inkonchain.com', 'https://rpc-qnd.inkonchain.com'],
        webSocket: ['wss://rpc-gel.inkonchain.com', 'wss://rpc-qnd.inkonchain.com'],
      },
    },
    blockExplorers: {
      default: {
        name: 'Blockscout',
        url: 'https://explorer.inkonchain.com',
        apiUrl: 'https://explorer.inkonchain.com/api/v2',
      },
    },
    testnet: false,
    sourceId: 1,
  },
  consensus: 'optimistic_rollup',
  blockTimeMs: 1_000,
  feeModel: { kind: 'opStack', elasticityMultiplier: 6n, baseFeeChangeDenominator: 250n },
  mempool: 'sequencer',
  // Since Karst (July 2026).
  transactionGasCap: eip7825GasCap,
  wrappedNative: '0x4200000000000000000000000000000000000006',
  settlesOn: 'ethereum',
})
