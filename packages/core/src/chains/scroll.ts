import { defineEvmChain } from './chain.ts'

export const scroll = defineEvmChain({
  name: 'scroll',
  chain: {
    id: 534_352,
    name: 'Scroll',
    blockTime: 3000,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: ['https://rpc.scroll.io'], webSocket: ['wss://wss-rpc.scroll.io/ws'] } },
    blockExplorers: {
      default: { name: 'Scrollscan', url: 'https://scrollscan.com', apiUrl: 'https://api.scrollscan.com/api' },
    },
    contracts: { multicall3: { address: '0xca11bde05977b3631167028862be2a173976ca11', blockCreated: 14 } },
    testnet: false,
  },
  consensus: 'zk_rollup',
  blockTimeMs: 3_000,
  feeModel: { kind: 'gasPrice' },
  mempool: 'sequencer',
  wrappedNative: '0x5300000000000000000000000000000000000004',
  settlesOn: 'ethereum',
})
