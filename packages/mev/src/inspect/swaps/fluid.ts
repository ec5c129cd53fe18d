import { uintAt } from '../parse/words.ts'
import type { PoolEventDefinition } from './poolEvent.ts'

/** Fluid pools. The liquidity layer holds their tokens and has the same address on every chain. */
export const fluid: readonly PoolEventDefinition[] = [
  {
    signature: 'Swap(bool,uint256,uint256,address)',
    decode: ({ address, data }) => ({
      kind: 'swap',
      protocol: 'fluid',
      pool: address,
      holder: '0x52aa899454998be5b000ad077a46bbe360f4e497',
      zeroForOne: uintAt(data, 0) === 1n,
      amountIn: uintAt(data, 1),
      amountOut: uintAt(data, 2),
    }),
  },
]
