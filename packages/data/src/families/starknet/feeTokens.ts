import type { Hex } from 'viem'

/** Units of fees: FRI is 10^-18 STRK (transactions of version 3), WEI is 10^-18 ETH (older ones). */
export type FeeUnit = 'FRI' | 'WEI'

/** The two ERC-20 tokens that pay fees. The addresses are from Starknet's bridge list (starknet-io/starknet-addresses). */
export const feeTokens = {
  FRI: { symbol: 'STRK', decimals: 18, address: '0x4718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938d' },
  WEI: { symbol: 'ETH', decimals: 18, address: '0x49d36570d4e46f48e99674bd3fcc84644ddd6b96f7c741b1562b82f9e004dc7' },
} as const satisfies Record<FeeUnit, { readonly symbol: string; readonly decimals: number; readonly address: Hex }>
