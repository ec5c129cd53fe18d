import { defineChain } from './chain.ts'

export const solana = defineChain({
  name: 'solana',
  family: 'solana',
  network: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d',
  consensus: 'proof_of_stake',
  blockTimeMs: 400,
  nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
  explorer: 'https://solscan.io',
  feeModel: { kind: 'native', unit: 'microLamports/CU' },
  mempool: 'none',
})
