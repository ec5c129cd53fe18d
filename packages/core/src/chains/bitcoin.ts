import { defineChain } from './chain.ts'

export const bitcoin = defineChain({
  name: 'bitcoin',
  family: 'bitcoin',
  consensus: 'proof_of_work',
  blockTimeMs: 600_000,
  nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
  explorer: 'https://mempool.space',
  feeModel: { kind: 'native', unit: 'sat/vB' },
  mempool: 'public',
})
