import { defineEvmChain } from './chain.ts'

export const sonic = defineEvmChain({
  name: 'sonic',
  chain: {
    id: 146,
    name: 'Sonic',
    blockTime: 630,
    nativeCurrency: { decimals: 18, name: 'Sonic', symbol: 'S' },
    rpcUrls: { default: { http: ['https://rpc.soniclabs.com'] } },
    blockExplorers: { default: { name: 'Sonic Explorer', url: 'https://sonicscan.org' } },
    contracts: { multicall3: { address: '0xca11bde05977b3631167028862be2a173976ca11', blockCreated: 60 } },
    testnet: false,
  },
  consensus: 'proof_of_stake',
  blockTimeMs: 630,
  feeModel: { kind: 'gasPrice' },
  mempool: 'public',
  wrappedNative: '0x039e2fb66102314ce7b64ce5ce3e5183bc94ad38',
})
