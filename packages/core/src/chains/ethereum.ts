import { defineEvmChain, eip7825GasCap } from './chain.ts'

export const ethereum = defineEvmChain({
  name: 'ethereum',
  chain: {
    id: 1,
    name: 'Ethereum',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    blockTime: 12_000,
    rpcUrls: { default: { http: ['https://ethereum.reth.rs/rpc'] } },
    blockExplorers: {
      default: { name: 'Etherscan', url: 'https://etherscan.io', apiUrl: 'https://api.etherscan.io/api' },
    },
    contracts: {
      ensUniversalResolver: { address: '0xeeeeeeee14d718c2b47d9923deab1335e144eeee', blockCreated: 23_085_558 },
      multicall3: { address: '0xca11bde05977b3631167028862be2a173976ca11', blockCreated: 14_353_601 },
    },
  },
  consensus: 'proof_of_stake',
  blockTimeMs: 12_000,
  feeModel: { kind: 'eip1559', elasticityMultiplier: 2n, baseFeeChangeDenominator: 8n },
  mempool: 'public',
  // Since Fusaka.
  transactionGasCap: eip7825GasCap,
  wrappedNative: '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2',
})
