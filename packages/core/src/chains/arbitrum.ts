import { defineEvmChain } from './chain.ts'

export const arbitrum = defineEvmChain({
  name: 'arbitrum',
  chain: {
    id: 42_161,
    name: 'Arbitrum One',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    blockTime: 250,
    rpcUrls: { default: { http: ['https://arb1.arbitrum.io/rpc'] } },
    blockExplorers: {
      default: { name: 'Arbiscan', url: 'https://arbiscan.io', apiUrl: 'https://api.arbiscan.io/api' },
    },
    contracts: { multicall3: { address: '0xca11bde05977b3631167028862be2a173976ca11', blockCreated: 7_654_707 } },
  },
  consensus: 'optimistic_rollup',
  blockTimeMs: 250,
  feeModel: { kind: 'arbitrum' },
  mempool: 'sequencer',
  // Since ArbOS 50.
  transactionGasCap: 32_000_000n,
  wrappedNative: '0x82af49447d8a07e3bd95bd0d56f35241523fbab1',
  settlesOn: 'ethereum',
})
