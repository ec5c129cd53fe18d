import { defineChain } from './chain.ts'

export const litecoin = defineChain({
  name: 'litecoin',
  family: 'bitcoin',
  network: '12a765e31ffd4059bada1e25190f6e98c99d9714d334efa41a195a7e7e04bfe2',
  consensus: 'proof_of_work',
  blockTimeMs: 150_000,
  nativeCurrency: { name: 'Litecoin', symbol: 'LTC', decimals: 8 },
  explorer: 'https://litecoinspace.org',
  feeModel: { kind: 'native', unit: 'sat/vB' },
  mempool: 'public',
})
