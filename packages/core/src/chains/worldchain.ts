import { defineEvmChain } from './chain.ts'
import { opStack } from './formats/opStack.ts'

export const worldchain = defineEvmChain({
  name: 'worldchain',
  chain: {
    ...opStack,
    contracts: {
      ...opStack.contracts,
      multicall3: { address: '0xca11bde05977b3631167028862be2a173976ca11', blockCreated: 0 },
      disputeGameFactory: { 1: { address: '0x069c4c579671f8c120b1327a73217D01Ea2EC5ea' } },
      l2OutputOracle: { 1: { address: '0x19A6d1E9034596196295CF148509796978343c5D' } },
      portal: { 1: { address: '0xd5ec14a83B7d95BE1E2Ac12523e2dEE12Cbeea6C' } },
      l1StandardBridge: { 1: { address: '0x470458C91978D2d929704489Ad730DC3E3001113' } },
    },
    id: 480,
    name: 'World Chain',
    network: 'worldchain',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: ['https://worldchain-mainnet.g.alchemy.com/public'] } },
    blockExplorers: {
      default: { name: 'Worldscan', url: 'https://worldscan.org', apiUrl: 'https://api.worldscan.org/api' },
      blockscout: {
        name: 'Blockscout',
        url: 'https://worldchain-mainnet.explorer.alchemy.com',
        apiUrl: 'https://worldchain-mainnet.explorer.alchemy.com/api',
      },
    },
    testnet: false,
    sourceId: 1,
  },
  consensus: 'optimistic_rollup',
  blockTimeMs: 2_000,
  feeModel: { kind: 'opStack', elasticityMultiplier: 6n, baseFeeChangeDenominator: 250n },
  mempool: 'sequencer',
  wrappedNative: '0x4200000000000000000000000000000000000006',
  settlesOn: 'ethereum',
})
