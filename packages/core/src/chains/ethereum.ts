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
  blobs: {
    minBaseFeePerBlobGas: 1n,
    reservePriceTime: 1_764_798_551,
    schedule: [
      // Cancun.
      { activationTime: 1_710_338_135, target: 3, max: 6, baseFeeUpdateFraction: 3_338_477n },
      // Prague (EIP-7691).
      { activationTime: 1_746_612_311, target: 6, max: 9, baseFeeUpdateFraction: 5_007_716n },
      // BPO1 (EIP-8134).
      { activationTime: 1_765_290_071, target: 10, max: 15, baseFeeUpdateFraction: 8_346_193n },
      // BPO2 (EIP-8135).
      { activationTime: 1_767_747_671, target: 14, max: 21, baseFeeUpdateFraction: 11_684_671n },
    ],
  },
  wrappedNative: '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2',
})
