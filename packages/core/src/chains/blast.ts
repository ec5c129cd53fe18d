import { defineEvmChain } from './chain.ts'
import { opStack } from './formats/opStack.ts'

export const blast = defineEvmChain({
  name: 'blast',
  chain: {
    ...opStack,
    contracts: {
      ...opStack.contracts,
      multicall3: { address: '0xcA11bde05977b3631167028862bE2a173976CA11', blockCreated: 212_929 },
      l2OutputOracle: { 1: { address: '0x826D1B0D4111Ad9146Eb8941D7Ca2B6a44215c76', blockCreated: 19_300_358 } },
      portal: { 1: { address: '0x0Ec68c5B10F21EFFb74f2A5C61DFe6b08C0Db6Cb', blockCreated: 19_300_357 } },
      l1StandardBridge: { 1: { address: '0x697402166Fbf2F22E970df8a6486Ef171dbfc524', blockCreated: 19_300_360 } },
    },
    id: 81_457,
    name: 'Blast',
    nativeCurrency: { decimals: 18, name: 'Ether', symbol: 'ETH' },
    rpcUrls: { default: { http: ['https://rpc.blast.io'] } },
    blockExplorers: {
      default: { name: 'Blastscan', url: 'https://blastscan.io', apiUrl: 'https://api.blastscan.io/api' },
    },
    sourceId: 1,
  },
  consensus: 'optimistic_rollup',
  blockTimeMs: 2_000,
  feeModel: { kind: 'opStack', elasticityMultiplier: 6n, baseFeeChangeDenominator: 250n },
  mempool: 'sequencer',
  wrappedNative: '0x4300000000000000000000000000000000000004',
  settlesOn: 'ethereum',
})
