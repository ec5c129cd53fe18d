import { defineEvmChain, eip7825GasCap } from './chain.ts'

export const bsc = defineEvmChain({
  name: 'bsc',
  chain: {
    id: 56,
    name: 'BNB Smart Chain',
    blockTime: 750,
    nativeCurrency: { decimals: 18, name: 'BNB', symbol: 'BNB' },
    rpcUrls: { default: { http: ['https://56.rpc.thirdweb.com'] } },
    blockExplorers: { default: { name: 'BscScan', url: 'https://bscscan.com', apiUrl: 'https://api.bscscan.com/api' } },
    contracts: { multicall3: { address: '0xca11bde05977b3631167028862be2a173976ca11', blockCreated: 15_921_452 } },
  },
  consensus: 'proof_of_staked_authority',
  blockTimeMs: 750,
  feeModel: { kind: 'gasPrice' },
  mempool: 'public',
  // Since Osaka/Mendel (BEP-652, April 2026).
  transactionGasCap: eip7825GasCap,
  wrappedNative: '0xbb4cdb9cbd36b01bd1cbaebf2de08d9173bc095c',
})
