import { defineEvmChain } from './chain.ts'

export const gnosis = defineEvmChain({
  name: 'gnosis',
  chain: {
    id: 100,
    name: 'Gnosis',
    nativeCurrency: { decimals: 18, name: 'xDAI', symbol: 'XDAI' },
    blockTime: 5000,
    rpcUrls: { default: { http: ['https://rpc.gnosischain.com'], webSocket: ['wss://rpc.gnosischain.com/wss'] } },
    blockExplorers: {
      default: { name: 'Gnosisscan', url: 'https://gnosisscan.io', apiUrl: 'https://api.gnosisscan.io/api' },
    },
    contracts: { multicall3: { address: '0xca11bde05977b3631167028862be2a173976ca11', blockCreated: 21_022_491 } },
  },
  consensus: 'proof_of_stake',
  blockTimeMs: 5_000,
  feeModel: { kind: 'eip1559', elasticityMultiplier: 2n, baseFeeChangeDenominator: 8n },
  mempool: 'public',
  // Constants from the Gnosis specification, network-upgrades/dencun.
  blobs: {
    minBaseFeePerBlobGas: 1_000_000_000n,
    reservePriceTime: 1_776_168_380,
    schedule: [{ activationTime: 1_710_181_820, target: 1, max: 2, baseFeeUpdateFraction: 1_112_826n }],
  },
  wrappedNative: '0xe91d153e0b41518a2ce8dd3d7944fa863463a97d',
})
