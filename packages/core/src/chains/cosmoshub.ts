import { defineChain } from './chain.ts'

export const cosmoshub = defineChain({
  name: 'cosmoshub',
  family: 'cosmos',
  network: 'cosmoshub-4',
  consensus: 'tendermint',
  blockTimeMs: 6_000,
  nativeCurrency: { name: 'Cosmos Hub', symbol: 'ATOM', decimals: 6 },
  explorer: 'https://www.mintscan.io/cosmos',
  feeModel: { kind: 'native', unit: 'utoken/gas' },
  mempool: 'public',
})
