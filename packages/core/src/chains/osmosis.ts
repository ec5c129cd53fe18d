import { defineChain } from './chain.ts'

export const osmosis = defineChain({
  name: 'osmosis',
  family: 'cosmos',
  network: 'osmosis-1',
  consensus: 'tendermint',
  blockTimeMs: 1_200,
  nativeCurrency: { name: 'Osmosis', symbol: 'OSMO', decimals: 6 },
  explorer: 'https://www.mintscan.io/osmosis',
  feeModel: { kind: 'native', unit: 'utoken/gas' },
  mempool: 'public',
})
