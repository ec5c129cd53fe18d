import type { Address } from 'viem'

/** Address of Multicall3, the same on every chain: https://www.multicall3.com/deployments */
export const multicall3: Address = '0xcA11bde05977b3631167028862bE2a173976CA11'
