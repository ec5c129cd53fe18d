import type { Address } from 'viem'

/** The placeholder address for the native currency (EIP-7528). */
export const nativeToken: Address = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
