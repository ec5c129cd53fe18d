import { defineEvmChain } from './chain.ts'

export const berachain = defineEvmChain({
  name: 'berachain',
  chain: {
    id: 80_094,
    name: 'Berachain',
    blockTime: 2000,
    nativeCurrency: { decimals: 18, name: 'BERA Token', symbol: 'BERA' },
    contracts: {
      multicall3: { address: '0xcA11bde05977b3631167028862bE2a173976CA11', blockCreated: 0 },
      ensRegistry: { address: '0x5b22280886a2f5e09a49bea7e320eab0e5320e28', blockCreated: 877_007 },
      ensUniversalResolver: { address: '0x4D41762915F83c76EcaF6776d9b08076aA32b492', blockCreated: 9_310_021 },
    },
    rpcUrls: { default: { http: ['https://rpc.berachain.com'] } },
    blockExplorers: { default: { name: 'Berascan', url: 'https://berascan.com' } },
    ensTlds: ['.bera'],
    testnet: false,
  },
  consensus: 'proof_of_liquidity',
  blockTimeMs: 2_000,
  // The denominator is from BRIP-0002. The minimum base fee of the same fork was removed with Prague2.
  feeModel: { kind: 'eip1559', elasticityMultiplier: 2n, baseFeeChangeDenominator: 48n },
  mempool: 'public',
  wrappedNative: '0x6969696969696969696969696969696969696969',
})
