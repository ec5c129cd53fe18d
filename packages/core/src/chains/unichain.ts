import { defineEvmChain, eip7825GasCap } from './chain.ts'
import { opStack } from './formats/opStack.ts'

export const unichain = defineEvmChain({
  name: 'unichain',
  chain: {
    ...opStack,
    blockTime: 1000,
    contracts: {
      ...opStack.contracts,
      multicall3: { address: '0xca11bde05977b3631167028862be2a173976ca11', blockCreated: 0 },
      disputeGameFactory: { 1: { address: '0x2F12d621a16e2d3285929C9996f478508951dFe4' } },
      portal: { 1: { address: '0x0bd48f6B86a26D3a217d0Fa6FfE2B491B956A7a2' } },
      l1StandardBridge: { 1: { address: '0x81014F44b0a345033bB2b3B21C7a1A308B35fEeA' } },
    },
    id: 130,
    name: 'Unichain',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: ['https://mainnet.unichain.org/'] } },
    blockExplorers: { default: { name: 'Uniscan', url: 'https://uniscan.xyz', apiUrl: 'https://api.uniscan.xyz/api' } },
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
