import { uintAt } from '../parse/words.ts'
import type { PoolEventDefinition } from './poolEvent.ts'

/** Maverick pools, v1 and v2. */
export const maverick: readonly PoolEventDefinition[] = [
  {
    // (sender, recipient, tokenAIn, exactOutput, amountIn, amountOut, activeTick)
    signature: 'Swap(address,address,bool,bool,uint256,uint256,int32)',
    decode: ({ address, data }) => ({
      kind: 'swap',
      protocol: 'maverick',
      pool: address,
      holder: address,
      zeroForOne: uintAt(data, 2) === 1n,
      amountIn: uintAt(data, 4),
      amountOut: uintAt(data, 5),
    }),
  },
  {
    // (sender, recipient, (amount, tokenAIn, exactOutput, tickLimit), amountIn, amountOut)
    signature: 'PoolSwap(address,address,(uint256,bool,bool,int32),uint256,uint256)',
    decode: ({ address, data }) => ({
      kind: 'swap',
      protocol: 'maverick_v2',
      pool: address,
      holder: address,
      zeroForOne: uintAt(data, 3) === 1n,
      amountIn: uintAt(data, 6),
      amountOut: uintAt(data, 7),
    }),
  },
]
