import { defineChain } from './chain.ts'

export const starknet = defineChain({
  name: 'starknet',
  family: 'starknet',
  network: '0x534e5f4d41494e',
  consensus: 'zk_rollup',
  blockTimeMs: 4_000,
  nativeCurrency: { name: 'Starknet Token', symbol: 'STRK', decimals: 18 },
  explorer: 'https://voyager.online',
  feeModel: { kind: 'native', unit: 'fri' },
  mempool: 'sequencer',
})
