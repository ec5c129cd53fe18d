import { defineEvmChain } from './chain.ts'

export const mantle = defineEvmChain({
  name: 'mantle',
  chain: {
    id: 5000,
    name: 'Mantle',
    nativeCurrency: { decimals: 18, name: 'MNT', symbol: 'MNT' },
    rpcUrls: { default: { http: ['https://rpc.mantle.xyz'] } },
    blockExplorers: {
      default: { name: 'Mantle Explorer', url: 'https://mantlescan.xyz/', apiUrl: 'https://api.mantlescan.xyz/api' },
    },
    contracts: { multicall3: { address: '0xcA11bde05977b3631167028862bE2a173976CA11', blockCreated: 304_717 } },
  },
  consensus: 'optimistic_rollup',
  blockTimeMs: 2_000,
  feeModel: { kind: 'gasPrice' },
  mempool: 'sequencer',
  wrappedNative: '0x78c1b0c915c4faa5fffa6cabf0219da63d7f4cb8',
  settlesOn: 'ethereum',
})
