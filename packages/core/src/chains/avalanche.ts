import { defineEvmChain } from './chain.ts'

export const avalanche = defineEvmChain({
  name: 'avalanche',
  chain: {
    id: 43_114,
    name: 'Avalanche',
    blockTime: 1700,
    nativeCurrency: { decimals: 18, name: 'Avalanche', symbol: 'AVAX' },
    rpcUrls: { default: { http: ['https://api.avax.network/ext/bc/C/rpc'] } },
    blockExplorers: { default: { name: 'SnowTrace', url: 'https://snowtrace.io', apiUrl: 'https://api.snowtrace.io' } },
    contracts: { multicall3: { address: '0xca11bde05977b3631167028862be2a173976ca11', blockCreated: 11_907_934 } },
  },
  consensus: 'proof_of_stake',
  blockTimeMs: 1_700,
  feeModel: { kind: 'avalanche' },
  mempool: 'public',
  wrappedNative: '0xb31f66aa3c1e785363f0875a1b74e27b85fd66c7',
})
