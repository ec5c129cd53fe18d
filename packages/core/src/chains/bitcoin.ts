import { defineChain } from './chain.ts'

export const bitcoin = defineChain({
  name: 'bitcoin',
  family: 'bitcoin',
  network: '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f',
  consensus: 'proof_of_work',
  blockTimeMs: 600_000,
  nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
  explorer: 'https://mempool.space',
  feeModel: { kind: 'native', unit: 'sat/vB' },
  mempool: 'public',
})
