import { defineEvmChain } from './chain.ts'
import { zksyncFormats } from './formats/zksync.ts'

export const zksync = defineEvmChain({
  name: 'zksync',
  chain: {
    ...zksyncFormats,
    blockTime: 200,
    id: 324,
    name: 'ZKsync Era',
    network: 'zksync-era',
    nativeCurrency: { decimals: 18, name: 'Ether', symbol: 'ETH' },
    rpcUrls: { default: { http: ['https://mainnet.era.zksync.io'], webSocket: ['wss://mainnet.era.zksync.io/ws'] } },
    blockExplorers: {
      default: {
        name: 'ZKsync Explorer',
        url: 'https://explorer.zksync.io/',
        apiUrl: 'https://block-explorer-api.mainnet.zksync.io/api',
      },
    },
    contracts: {
      multicall3: { address: '0xF9cda624FBC7e059355ce98a31693d299FACd963', blockCreated: 3_908_235 },
      erc6492Verifier: { address: '0xfB688330379976DA81eB64Fe4BF50d7401763B9C', blockCreated: 45_659_388 },
    },
  },
  consensus: 'zk_rollup',
  blockTimeMs: 1_000,
  feeModel: { kind: 'gasPrice' },
  mempool: 'sequencer',
  wrappedNative: '0x5aea5775959fbc2557cc8789bc1bf90a239d9a91',
  settlesOn: 'ethereum',
})
