import { defineEvmChain } from './chain.ts'
import { celoFormats } from './formats/celo.ts'

export const celo = defineEvmChain({
  name: 'celo',
  chain: {
    ...celoFormats,
    blockTime: 1000,
    contracts: { multicall3: { address: '0xcA11bde05977b3631167028862bE2a173976CA11', blockCreated: 13_112_599 } },
    id: 42_220,
    name: 'Celo',
    nativeCurrency: { decimals: 18, name: 'CELO', symbol: 'CELO' },
    rpcUrls: { default: { http: ['https://forno.celo.org'] } },
    blockExplorers: {
      default: { name: 'Celo Explorer', url: 'https://celoscan.io', apiUrl: 'https://api.celoscan.io/api' },
    },
    testnet: false,
  },
  consensus: 'optimistic_rollup',
  blockTimeMs: 1_000,
  feeModel: { kind: 'opStack', elasticityMultiplier: 5n, baseFeeChangeDenominator: 400n },
  mempool: 'sequencer',
  wrappedNative: '0x471ece3750da237f93b8e339c536989b8978a438',
  settlesOn: 'ethereum',
})
