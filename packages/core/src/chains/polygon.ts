import { defineEvmChain } from './chain.ts'

export const polygon = defineEvmChain({
  name: 'polygon',
  chain: {
    id: 137,
    name: 'Polygon',
    blockTime: 2000,
    nativeCurrency: { name: 'POL', symbol: 'POL', decimals: 18 },
    rpcUrls: { default: { http: ['https://polygon.drpc.org'] } },
    blockExplorers: {
      default: { name: 'PolygonScan', url: 'https://polygonscan.com', apiUrl: 'https://api.etherscan.io/v2/api' },
    },
    contracts: { multicall3: { address: '0xca11bde05977b3631167028862be2a173976ca11', blockCreated: 25_770_160 } },
  },
  consensus: 'proof_of_stake',
  blockTimeMs: 2_000,
  feeModel: {
    kind: 'eip1559',
    elasticityMultiplier: 2n,
    // 64 since the Bhilai fork (PIP-58).
    baseFeeChangeDenominator: 64n,
    // The Dandeli fork set the target to 65 % of the limit. Since Lisovo (PIP-79) producers may choose their own target and
    // denominator if the base fee moves by at most 5 % per block, so these values are defaults.
    gasTargetPercent: 65n,
    maxBaseFeeChangePercent: 5n,
    // Bor rejects transactions with a tip below 25 gwei.
    minPriorityFeePerGas: 25_000_000_000n,
  },
  mempool: 'public',
  // As in EIP-8123. Bor's own constant is 2^25, so it accepts a little more.
  transactionGasCap: 32_000_000n,
  wrappedNative: '0x0d500b1d8e8ef31e21c99d1db9a6444d3adf1270',
})
