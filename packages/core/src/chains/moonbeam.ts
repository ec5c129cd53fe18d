import { defineEvmChain } from './chain.ts'

export const moonbeam = defineEvmChain({
  name: 'moonbeam',
  chain: {
    id: 1284,
    name: 'Moonbeam',
    nativeCurrency: { decimals: 18, name: 'Moonbeam', symbol: 'GLMR' },
    rpcUrls: { default: { http: ['https://rpc.api.moonbeam.network'], webSocket: ['wss://wss.api.moonbeam.network'] } },
    blockExplorers: {
      default: { name: 'Moonscan', url: 'https://moonscan.io', apiUrl: 'https://api-moonbeam.moonscan.io/api' },
    },
    contracts: { multicall3: { address: '0xcA11bde05977b3631167028862bE2a173976CA11', blockCreated: 609_002 } },
    testnet: false,
  },
  consensus: 'nominated_proof_of_stake',
  blockTimeMs: 6_000,
  feeModel: { kind: 'gasPrice' },
  mempool: 'public',
  wrappedNative: '0xacc15dc74880c9944775448304b263d191c6077f',
})
